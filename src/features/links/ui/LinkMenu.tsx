import { ActionIcon, Menu } from "@mantine/core";
import {
  IconCopy,
  IconCopyPlus,
  IconDots,
  IconExternalLink,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import type { Link } from "#src/features/links/contract.ts";
import { copyText } from "#src/kit/copy.ts";
import type { useLinkActions } from "./use-link-actions.ts";

interface LinkMenuProps {
  link: Link;
  isFull: boolean;
  actions: ReturnType<typeof useLinkActions>;
  onEdit: () => void;
}

const ICON = { size: 18, stroke: 1.75 };

export function LinkMenu({ link, isFull, actions, onEdit }: LinkMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={44} aria-label={`More for ${link.title}`} loading={actions.isBusy}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <Menu.Item
          component="a"
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink {...ICON} />}
        >
          Open URL
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void copyText(link.url, "Link URL")}>
          Copy URL
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopyPlus {...ICON} />}
          disabled={isFull}
          onClick={() => actions.duplicate(link)}
        >
          Duplicate
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash {...ICON} />}
          onClick={() => actions.remove(link)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Menu } from "@mantine/core";
import {
  IconCopy,
  IconCopyPlus,
  IconExternalLink,
  IconLink,
  IconPencil,
  IconRefresh,
  IconTrash,
} from "@tabler/icons-react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { countsAsLink } from "#src/features/pages/links/rows-rules.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import type { MenuAnchor } from "#src/kit/MenuButton.tsx";
import { isSureToDelete } from "./deletion.ts";
import { useShortAddresses } from "./short-address.ts";
import type { useLinkActions } from "./use-link-actions.ts";
import { useLinkCheck } from "./use-link-check.ts";

export interface LinkMenuProps {
  link: Link;
  isFull: boolean;
  actions: ReturnType<typeof useLinkActions>;
  onEdit: () => void;
}

const ICON = { size: 18, stroke: 1.75 };

export function LinkMenuItems({
  link,
  isFull,
  actions,
  onEdit,
  anchor,
}: LinkMenuProps & { anchor: MenuAnchor }) {
  const addresses = useShortAddresses();
  const checkAgain = useLinkCheck(link);
  return (
    <LazyMenu anchor={anchor}>
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={onEdit}>
        Edit
      </Menu.Item>
      {link.url !== "" && (
        <Menu.Item
          component="a"
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink {...ICON} />}
        >
          Open URL
        </Menu.Item>
      )}
      {link.url !== "" && (
        <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void copyText(link.url, "Link URL")}>
          Copy URL
        </Menu.Item>
      )}
      {link.url !== "" && (
        <Menu.Item
          leftSection={<IconLink {...ICON} />}
          onClick={() => void copyText(addresses.of(link), "Short link")}
        >
          Copy short link
        </Menu.Item>
      )}
      {link.problem && (
        <Menu.Item leftSection={<IconRefresh {...ICON} />} onClick={checkAgain}>
          Check URL again
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconCopyPlus {...ICON} />}
        disabled={isFull && countsAsLink(link)}
        onClick={() => actions.duplicate(link)}
      >
        Duplicate
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash {...ICON} />}
        onClick={async () => {
          if (await isSureToDelete(link, actions.links())) actions.remove(link);
        }}
      >
        Delete
      </Menu.Item>
    </LazyMenu>
  );
}

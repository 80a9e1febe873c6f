import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import { soonNeeded } from "#src/kit/when-needed.tsx";
import type { LinkMenuProps } from "./LinkMenuItems.tsx";

const LinkMenuItems = soonNeeded(async () => (await import("./LinkMenuItems.tsx")).LinkMenuItems);

export function LinkMenu(props: LinkMenuProps) {
  const { link, actions } = props;
  return (
    <MenuButton
      button={(button) => (
        <ActionIcon {...button} size={44} aria-label={`More for ${link.title}`} loading={actions.isBusy}>
          <IconDots size={20} />
        </ActionIcon>
      )}
      menu={(anchor) => <LinkMenuItems {...props} anchor={anchor} />}
    />
  );
}

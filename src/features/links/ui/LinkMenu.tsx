import { MoreButton } from "#src/kit/MoreButton.tsx";
import { soonNeeded } from "#src/kit/when-needed.tsx";
import type { LinkMenuProps } from "./LinkMenuItems.tsx";

const LinkMenuItems = soonNeeded(async () => (await import("./LinkMenuItems.tsx")).LinkMenuItems);

export function LinkMenu(props: LinkMenuProps) {
  const { link, actions } = props;
  return (
    <MoreButton
      of={link.title}
      isBusy={actions.isBusy}
      menu={(anchor) => <LinkMenuItems {...props} anchor={anchor} />}
    />
  );
}

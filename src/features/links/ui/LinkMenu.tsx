import { prefetchedComponent } from "#src/kit/lazy.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import type { LinkMenuProps } from "./LinkMenuItems.tsx";

const LinkMenuItems = prefetchedComponent(async () => (await import("./LinkMenuItems.tsx")).LinkMenuItems);

export function LinkMenu(props: LinkMenuProps) {
  const { link, actions } = props;
  return (
    <RowMenuButton
      of={link.title}
      isBusy={actions.isBusy}
      menu={(anchor) => <LinkMenuItems {...props} anchor={anchor} />}
    />
  );
}

import { IconBell } from "@tabler/icons-react";
import { useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { useIdle } from "#src/kit/idle.ts";
import { lazyComponent, lazyDialog } from "#src/kit/lazy.tsx";

const UnreadBadge = lazyComponent(async () => (await import("../UnreadBadge.tsx")).UnreadBadge);
const InboxDrawer = lazyDialog(async () => (await import("../NotificationDrawer.tsx")).NotificationDrawer);

/** Opens the notifications and shows the number of unread ones. Their code loads after the screen. */
export function Bell() {
  const isIdle = useIdle();
  const [unread, setUnread] = useState("");
  const [opened, setOpened] = useState(false);
  // They're a person's own.
  if (useMe()?.acting) return null;
  return (
    <>
      <IconButton
        large
        round
        aria-label={unread ? `Notifications, ${unread} unread` : "Notifications"}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconBell size={22} />
        {isIdle && <UnreadBadge onCount={setUnread} />}
      </IconButton>
      <InboxDrawer opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

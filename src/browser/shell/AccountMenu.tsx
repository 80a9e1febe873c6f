import { IconSelector } from "@tabler/icons-react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { Avatar } from "#src/kit/Avatar.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { prefetchedComponent } from "#src/kit/lazy.tsx";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import { NamedItem } from "#src/kit/NamedItem.tsx";
import { initials } from "#src/lib/text.ts";
import classes from "./Shell.module.css";

const AccountMenuItems = prefetchedComponent(
  async () => (await import("./AccountMenuItems.tsx")).AccountMenuItems,
);

/**
 * The signed-in person and their account, the color scheme, and sign out. `compact` is the round button in
 * the phone's header.
 */
export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const me = useMe();
  if (!me) return null;
  const isOwn = me.account.id === me.id;
  const face = (
    <Avatar
      size={34}
      initials={initials(me.account.name)}
      picture={isOwn ? me.picture : null}
      background={`var(--mantine-color-${isOwn ? "violet" : "teal"}-filled)`}
      color="var(--mantine-color-white)"
    />
  );
  return (
    <MenuButton
      button={(button) =>
        compact ? (
          <IconButton {...button} large round>
            {face}
            <span className="only-heard">Account</span>
          </IconButton>
        ) : (
          <button type="button" {...button} className={`plain-button mantine-focus-auto ${classes.account}`}>
            <span className="only-heard">Account</span>
            <NamedItem face={face} name={me.account.name} detail={isOwn ? me.email : `You: ${me.name}`} />
            <IconSelector size={18} color="var(--mantine-color-dimmed)" />
          </button>
        )
      }
      menu={(anchor) => <AccountMenuItems anchor={anchor} compact={compact} />}
    />
  );
}

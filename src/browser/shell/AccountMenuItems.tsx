import { Menu } from "@mantine/core";
import { IconApi, IconLogout, IconServerCog } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { useSignOut } from "#src/features/accounts/ui/shared/use-sign-out.ts";
import { settingsScreen } from "#src/features/settings/screens.ts";
import { mayOpen } from "#src/features/team/rules.ts";
import { AccountChoice } from "#src/features/team/ui/shared/AccountChoice.tsx";
import type { MenuAnchor } from "#src/kit/MenuButton.tsx";
import { OpenMenu } from "#src/kit/OpenMenu.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { ColorSchemeChoice } from "./ColorSchemeChoice.tsx";
import { MENU_SCREENS } from "./nav-items.ts";

interface AccountMenuItemsProps {
  anchor: MenuAnchor;
  position: "bottom-end" | "top-start";
}

export function AccountMenuItems({ anchor, position }: AccountMenuItemsProps) {
  const me = useMe();
  const signOut = useSignOut();
  if (!me) return null;
  return (
    <OpenMenu anchor={anchor} position={position} width={252}>
      <Menu.Label style={{ overflowWrap: "anywhere" }}>
        {me.name} · {me.email}
      </Menu.Label>
      <Menu.Divider />
      <AccountChoice />
      <ColorSchemeChoice />
      <Menu.Divider />
      {MENU_SCREENS.filter(({ access }) => mayOpen(access, me)).map(({ path, label, Icon }) => (
        <Menu.Item key={path} component={Link} to={path} leftSection={<Icon size={18} />}>
          {label}
        </Menu.Item>
      ))}
      {mayOpen(settingsScreen.access, me) && (
        <Menu.Item component={Link} to={settingsScreen.path} leftSection={<IconServerCog size={18} />}>
          {settingsScreen.label}
        </Menu.Item>
      )}
      <Menu.Item component="a" href={PATHS.apiDocs} target="_blank" leftSection={<IconApi size={18} />}>
        API documentation
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={18} />} onClick={signOut}>
        Sign out
      </Menu.Item>
    </OpenMenu>
  );
}

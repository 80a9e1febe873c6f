import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { IconApi, IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useSignOut } from "#src/features/identity/accounts/ui/shared/use-sign-out.ts";
import { AccountChoice } from "#src/features/identity/team/ui/shared/AccountChoice.tsx";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import type { MenuAnchor } from "#src/kit/MenuButton.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { menuItems, staffScreens } from "./navigation.ts";

interface AccountMenuItemsProps {
  anchor: MenuAnchor;
  /** Set on a phone, which has no side bar with all screens. */
  compact: boolean;
}

export function AccountMenuItems({ anchor, compact }: AccountMenuItemsProps) {
  const me = useMe();
  const signOut = useSignOut();
  if (!me) return null;
  return (
    <LazyMenu anchor={anchor} position={compact ? "bottom-end" : "top-start"} width={252}>
      <Menu.Label style={{ overflowWrap: "anywhere" }}>
        {me.name} · {me.email}
      </Menu.Label>
      <Menu.Divider />
      <AccountChoice />
      <ColorSchemeChoice />
      <Menu.Divider />
      {[...(compact ? menuItems(me) : []), ...staffScreens(me)].map(({ path, label, Icon }) => (
        <Menu.Item key={path} component={Link} to={path} leftSection={<Icon size={18} />}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Item component="a" href={PATHS.apiDocs} target="_blank" leftSection={<IconApi size={18} />}>
        API documentation
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={18} />} onClick={signOut}>
        Sign out
      </Menu.Item>
    </LazyMenu>
  );
}

const SCHEMES: readonly { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: "light", label: "Light", Icon: IconSun },
  { value: "dark", label: "Dark", Icon: IconMoon },
  { value: "auto", label: "System", Icon: IconDeviceDesktop },
];

function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return SCHEMES.map(({ value, label, Icon }) => (
    <Menu.Item
      key={value}
      closeMenuOnClick={false}
      leftSection={<Icon size={18} />}
      rightSection={value === colorScheme && <IconCheck size={16} aria-label="selected" />}
      onClick={() => setColorScheme(value)}
    >
      {label}
    </Menu.Item>
  ));
}

import { Menu } from "@mantine/core";
import { IconApi, IconLogout } from "@tabler/icons-react";
import { useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { useSignOut } from "#src/features/accounts/ui/shared/use-sign-out.ts";
import type { MenuAnchor } from "#src/kit/MenuButton.tsx";
import { OpenMenu } from "#src/kit/OpenMenu.tsx";
import { ColorSchemeChoice } from "./ColorSchemeChoice.tsx";

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
      <ColorSchemeChoice />
      <Menu.Divider />
      <Menu.Item component="a" href="/api/v1/docs" target="_blank" leftSection={<IconApi size={18} />}>
        API documentation
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={18} />} onClick={signOut}>
        Sign out
      </Menu.Item>
    </OpenMenu>
  );
}

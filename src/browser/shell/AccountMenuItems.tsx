import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useLeaveAccount } from "#src/features/identity/accounts/ui/shared/ActingBanner.tsx";
import { accountsApi, type Me, useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useSignOut } from "#src/features/identity/accounts/ui/shared/use-sign-out.ts";
import { AccountChoice } from "#src/features/identity/team/ui/shared/AccountChoice.tsx";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { LANGUAGE } from "#src/kit/locale.ts";
import type { MenuAnchor } from "#src/kit/MenuButton.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/lib/language.ts";
import { PATHS } from "#src/lib/paths.ts";

interface AccountMenuItemsProps {
  anchor: MenuAnchor;
  /** From the header of a phone. */
  compact: boolean;
}

/** What’s the person’s own. Everything else is in the navigation. */
export function AccountMenuItems({ anchor, compact }: AccountMenuItemsProps) {
  const me = useMe();
  const signOut = useSignOut();
  if (!me) return null;
  return (
    <LazyMenu anchor={anchor} position={compact ? "bottom-end" : "top-start"} width={252}>
      <Menu.Label style={{ overflowWrap: "anywhere" }}>
        {me.name} · {me.email}
      </Menu.Label>
      {!me.acting && (
        <Menu.Item component={Link} to={PATHS.ownSettings} leftSection={<IconUserCircle size={18} />}>
          Your settings
        </Menu.Item>
      )}
      <Menu.Divider />
      {!me.acting && <AccountChoice />}
      <Menu.Label>Color scheme</Menu.Label>
      <ColorSchemeChoice />
      <Menu.Divider />
      <Menu.Label>Language</Menu.Label>
      <LanguageChoice />
      <Menu.Divider />
      {me.acting ? (
        <LeaveAccount me={me} />
      ) : (
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      )}
    </LazyMenu>
  );
}

/** Whoever is in someone else’s account wants out of that first, and not out of their own session. */
function LeaveAccount({ me }: { me: Me }) {
  const { mutate } = useLeaveAccount(me);
  return (
    <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => mutate()}>
      Leave account
    </Menu.Item>
  );
}

const SCHEMES: readonly { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: "light", label: "Light", Icon: IconSun },
  { value: "dark", label: "Dark", Icon: IconMoon },
  { value: "auto", label: "System", Icon: IconDeviceDesktop },
];

const CHOSEN = <IconCheck size={16} aria-label="selected" />;

function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return SCHEMES.map(({ value, label, Icon }) => (
    <Menu.Item
      key={value}
      closeMenuOnClick={false}
      leftSection={<Icon size={18} />}
      rightSection={value === colorScheme && CHOSEN}
      onClick={() => setColorScheme(value)}
    >
      {label}
    </Menu.Item>
  ));
}

function LanguageChoice() {
  const { mutate } = useMutation(
    accountsApi.updateMe.mutationOptions({
      onSuccess: () => location.reload(),
      onError: (error) => toastError(error, "Your changes couldn’t be saved."),
    }),
  );
  return LANGUAGES.map((language) => (
    <Menu.Item
      key={language}
      lang={language}
      rightSection={language === LANGUAGE && CHOSEN}
      onClick={() => language !== LANGUAGE && mutate({ language })}
    >
      {LANGUAGE_NAMES[language]}
    </Menu.Item>
  ));
}

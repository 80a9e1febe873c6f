import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ROLE_LABELS } from "#src/features/identity/team/contract.ts";
import { Avatar } from "#src/kit/Avatar.tsx";
import { NamedItem } from "#src/kit/NamedItem.tsx";
import { initials } from "#src/lib/text.ts";
import { accountsQuery, useSwitchAccount } from "./team-queries.ts";

/** The accounts to work in, for a menu. Shows nothing if there's only one. */
export function AccountChoice() {
  const { data } = useQuery(accountsQuery());
  const { mutate } = useSwitchAccount();
  if (!data || data.items.length < 2) return null;
  return (
    <>
      <Menu.Label>Work in</Menu.Label>
      {data.items.map((account) => {
        const isCurrent = account.id === data.current;
        return (
          <Menu.Item
            key={account.id}
            aria-current={isCurrent || undefined}
            styles={{ itemLabel: { minWidth: 0 } }}
            rightSection={isCurrent && <IconCheck size={18} aria-label="Current account" />}
            onClick={() => !isCurrent && mutate(account)}
          >
            <NamedItem
              face={
                <Avatar
                  size={30}
                  initials={initials(account.name)}
                  background={`var(--mantine-color-${account.role === "owner" ? "violet" : "teal"}-light)`}
                  color={`var(--mantine-color-${account.role === "owner" ? "violet" : "teal"}-light-color)`}
                />
              }
              name={account.name}
              detail={account.role === "owner" ? "Your own account" : ROLE_LABELS[account.role].label}
            />
          </Menu.Item>
        );
      })}
      <Menu.Divider />
    </>
  );
}

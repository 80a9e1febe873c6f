import { Button, Skeleton } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { AccountAnswer } from "#src/features/identity/team/contract.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import type { OtherAccountQuery } from "#src/kit/other-account.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { accountsQuery, useSwitchAccount } from "./team-queries.ts";

/** Looks in the person's other accounts for something that isn't in this one, and offers to go there. */
export function OtherAccountPrompt({ ask, children }: { ask: OtherAccountQuery; children: ReactNode }) {
  const id = useId();
  const accounts = useQuery(accountsQuery());
  const found = useQuery({
    queryKey: ["elsewhere", id],
    queryFn: () => firstWith(ask, othersOf(accounts.data)),
    enabled: accounts.data !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (found.data) return <Offer account={found.data} />;
  return found.isPending && !accounts.error ? <Skeleton h={240} radius="lg" /> : children;
}

/** For a link that names its account: offers to go there instead of showing this one's. */
export function InAccount({ account, children }: { account: string; children: ReactNode }) {
  const { data, error } = useQuery(accountsQuery());
  if (!data && !error) return <Skeleton h={240} radius="lg" />;
  const other = othersOf(data).find(({ id }) => id === account);
  if (!other) return children;
  return (
    <>
      <PageTitle title={other.role === "owner" ? "Your own account" : `${other.name}’s account`} />
      <Offer account={other} />
    </>
  );
}

interface Accounts {
  items: readonly AccountAnswer[];
  current: string;
}

function othersOf(accounts: Accounts | undefined): readonly AccountAnswer[] {
  return accounts?.items.filter(({ id }) => id !== accounts.current) ?? [];
}

async function firstWith(
  ask: OtherAccountQuery,
  accounts: readonly AccountAnswer[],
): Promise<AccountAnswer | null> {
  for (const account of accounts) {
    const isThere = await ask(account.id).then(
      () => true,
      () => false,
    );
    if (isThere) return account;
  }
  return null;
}

function Offer({ account }: { account: AccountAnswer }) {
  const { mutate, isPending } = useSwitchAccount(location.pathname + location.search);
  const isOwn = account.role === "owner";
  return (
    <div role="alert">
      <EmptyPanel
        icon={<IconUsers />}
        title={isOwn ? "This is in your own account" : `This is in ${account.name}’s account`}
        description="You’re working in another account. Switch, and you’ll see it."
      >
        <Button loading={isPending} onClick={() => mutate(account)}>
          {isOwn ? "Switch to your own account" : `Switch to ${account.name}’s account`}
        </Button>
      </EmptyPanel>
    </div>
  );
}

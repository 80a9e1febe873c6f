import { Button } from "@mantine/core";
import { IconUserOff, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ActingBanner, ActingOver } from "#src/features/identity/accounts/ui/shared/ActingBanner.tsx";
import { type Me, useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { ROLE_LABELS } from "#src/features/identity/team/contract.ts";
import { memberRole } from "#src/features/identity/team/rules.ts";
import { lastAccount, saveLastAccount } from "#src/features/identity/team/ui/shared/last-account.ts";
import {
  accountsQuery,
  useOwnAccount,
  useSwitchAccount,
} from "#src/features/identity/team/ui/shared/team-queries.ts";
import { type NamedAccount, useActiveAccount } from "#src/kit/active-account.ts";
import { Banner } from "#src/kit/Banner.tsx";

/** Shows whose account this is if it isn't your own, and that you no longer have access to it. */
export function AccountNotices() {
  const me = useMe();
  const { elsewhere, isOver } = useActiveAccount();
  if (!me) return null;
  if (isOver) return me.acting ? <ActingOver me={me} /> : <PutOut me={me} />;
  if (me.acting) return <ActingBanner me={me} endsAt={me.acting.ends_at} />;
  return (
    <>
      {elsewhere && <OtherTab me={me} elsewhere={elsewhere} />}
      {me.account.id === me.id ? <BackHome me={me} /> : <Working me={me} />}
    </>
  );
}

function Working({ me }: { me: Me }) {
  const { mutate, isPending } = useSwitchAccount();
  const { id, name, role } = me.account;
  useEffect(() => saveLastAccount({ person: me.id, id, name }), [me.id, id, name]);
  return (
    <Banner
      icon={<IconUsers size={20} />}
      action={
        <Button
          size="compact-sm"
          variant="default"
          loading={isPending}
          onClick={() => mutate({ id: me.id, name: me.name })}
        >
          Back to yours
        </Button>
      }
    >
      You’re working in <b>{name}</b>’s account. Your role:{" "}
      {ROLE_LABELS[memberRole(role)].label.toLowerCase()}.
    </Banner>
  );
}

/** Nothing must be written to the wrong account, so this tab stays where it is until the person decides. */
function OtherTab({ me, elsewhere }: { me: Me; elsewhere: NamedAccount }) {
  return (
    <Banner
      role="status"
      icon={<IconUsers size={20} />}
      action={
        <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
          Switch here, too
        </Button>
      }
    >
      You switched to <b>{elsewhere.name}</b>’s account in another tab.{" "}
      {me.account.id === me.id ? (
        <>
          This tab still works in <b>your own</b> account.
        </>
      ) : (
        <>
          This tab still works in <b>{me.account.name}</b>’s.
        </>
      )}
    </Banner>
  );
}

function PutOut({ me }: { me: Me }) {
  return me.account.id === me.id ? <SomebodyElse /> : <OffTheTeam me={me} />;
}

/** The browser's session now belongs to someone else, so this tab does nothing more. */
function SomebodyElse() {
  return (
    <Banner
      role="alert"
      icon={<IconUserOff size={20} />}
      action={
        <Button size="compact-sm" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      Someone else signed in in another tab, so this one can’t go on. Reload to continue as them.
    </Banner>
  );
}

function OffTheTeam({ me }: { me: Me }) {
  const { goHome, isPending } = useOwnAccount();
  return (
    <Banner
      role="alert"
      icon={<IconUserOff size={20} />}
      action={
        <Button size="compact-sm" loading={isPending} onClick={() => goHome({ id: me.id, name: me.name })}>
          Go to your account
        </Button>
      }
    >
      You’re no longer on <b>{me.account.name}</b>’s team. What you made there stays with them, and your own
      account is as you left it.
    </Banner>
  );
}

/** People removed from a team while they were away learn it once, in their own account. */
function BackHome({ me }: { me: Me }) {
  const { data } = useQuery(accountsQuery());
  const [last] = useState(lastAccount);
  const isStillOn = data?.items.some(({ id }) => id === last?.id);
  useEffect(() => {
    if (data) saveLastAccount(undefined);
  }, [data]);
  if (!data || last?.person !== me.id || isStillOn) return null;
  return (
    <Banner role="status" icon={<IconUserOff size={20} />}>
      You’re no longer on <b>{last.name}</b>’s team. This is your own account, as you left it.
    </Banner>
  );
}

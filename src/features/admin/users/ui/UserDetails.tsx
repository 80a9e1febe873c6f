import { Anchor, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { AccountFeatures } from "#src/features/admin/features/ui/shared/AccountFeatures.tsx";
import type { UserDetail } from "#src/features/admin/users/contract.ts";
import { canActOn } from "#src/features/identity/accounts/rules.ts";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { Facts } from "./Facts.tsx";
import { UserActions } from "./UserActions.tsx";
import { UserActivity, UserMails, UserReachedLimits, UserSessions } from "./UserHistory.tsx";
import { UserLimits } from "./UserLimits.tsx";
import { UserMerges } from "./UserMerges.tsx";
import { usersApi } from "./user-queries.ts";

/** `/admin/users?user=ID`: one account, and what staff can do for its owner. */
export function UserDetails({ id }: { id: string }) {
  const query = useQuery(usersApi.get.queryOptions({ input: { id } }));
  const { data: me } = useQuery(meQuery());
  if (!query.data)
    return (
      <>
        <BackLink to={STAFF_PATHS.users}>All users</BackLink>
        <QueryState query={query} failure="We couldn’t load that account." height={320} />
      </>
    );
  const user = query.data;
  const isVisible = me !== undefined && (me.id === id || canActOn(me.role, user.role));
  const helps = isVisible && isStaffFor(me.role, "help");
  return (
    <>
      <BackLink to={STAFF_PATHS.users}>All users</BackLink>
      <PageTitle title={user.name}>{user.email}</PageTitle>
      <Stack>
        <Card title="Account">
          <Facts facts={factsOf(user)} />
          {me && isStaffFor(me.role, "security") && (
            <Anchor
              size="sm"
              renderRoot={(props) => <Link {...props} to={STAFF_PATHS.security} search={{ whose: id }} />}
            >
              Failed sign-ins, limits reached and the like
            </Anchor>
          )}
          {me && <UserActions user={user} me={me} />}
        </Card>
        {me && (
          <UserLimits user={user} canGive={isStaffFor(me.role, "billing") && canActOn(me.role, user.role)} />
        )}
        {me && isStaffFor(me.role, "deletion") && <UserMerges id={id} />}
        <Pages user={user} />
        {me && <AccountFeatures account={user} canChange={isStaffFor(me.role, "settings")} />}
        {helps && (
          <>
            <UserSessions id={id} />
            <UserReachedLimits id={id} />
            <UserMails id={id} />
            <UserActivity id={id} />
          </>
        )}
      </Stack>
    </>
  );
}

const STATE_LABELS = { active: "Active", suspended: "Suspended", leaving: "About to be deleted" } as const;

function stateText({ state, ban, deletion_due_at }: UserDetail): string {
  if (ban) return ban.until === null ? "Suspended" : `Suspended until ${formatDateTime(ban.until)}`;
  if (deletion_due_at !== null) return `Will be deleted ${formatDateTime(deletion_due_at)}`;
  return STATE_LABELS[state];
}

function signInText({ sign_in }: UserDetail): string {
  const { has_password, has_google, passkeys, has_two_factor } = sign_in;
  const ways = [
    has_password && "Password",
    has_google && "Google",
    passkeys > 0 && plural(passkeys, "passkey"),
    has_two_factor && "Two-step sign-in",
  ].filter((way) => way !== false);
  return ways.length > 0 ? ways.join(" · ") : "Links by e-mail only";
}

function accessText({ staff_access }: UserDetail): string {
  if (!staff_access) return "Not allowed";
  const until = formatDateTime(staff_access.ends_at);
  return staff_access.level === "look" ? `May look until ${until}` : `May change things until ${until}`;
}

function factsOf(user: UserDetail): [string, string][] {
  const { referrals, created_at, last_seen_at, id } = user;
  return [
    ["State", stateText(user)],
    ...(user.ban ? ([["Reason", user.ban.reason]] as [string, string][]) : []),
    ["Plan", user.plan === "premium" ? "Premium" : "Free"],
    ["Address", user.email_verified ? "Confirmed" : "Not confirmed"],
    ["Signs in with", signInText(user)],
    ...(user.sign_in.removal_due_at !== null
      ? ([["Two-step sign-in", `Will be removed ${formatDateTime(user.sign_in.removal_due_at)}`]] as [
          string,
          string,
        ][])
      : []),
    ["Signed up", formatDateTime(created_at)],
    ["Last seen", formatDateTime(last_seen_at)],
    [
      "Referrals",
      referrals.invited === 0
        ? "None"
        : `${plural(referrals.invited, "person", "people")} signed up, ${referrals.completed} of them counted`,
    ],
    ["Access for support", accessText(user)],
    ["Time zone", user.time_zone ?? "Their device’s"],
    ["ID", id],
  ];
}

function Pages({ user: { pages, profiles } }: { user: UserDetail }) {
  return (
    <Card title="Pages" text={profiles === 0 ? "No pages yet" : undefined}>
      {pages.length > 0 && (
        <ul style={{ listStyle: "none", margin: 0, padding: 0, overflowWrap: "anywhere" }}>
          {pages.map(({ id, name, username, domain, status, links }) => (
            <li key={id}>
              <Stack gap={0} py="xs">
                <Anchor href={`/${username}`} target="_blank" rel="noreferrer" fw={500}>
                  <span dir="auto">{name}</span> <IconExternalLink size={14} aria-hidden />
                </Anchor>
                <Text size="sm" c="dimmed">
                  {[
                    `/${username}`,
                    domain,
                    plural(links, "link"),
                    status === "active" ? "Public" : "Not public",
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </Text>
              </Stack>
            </li>
          ))}
        </ul>
      )}
      {profiles > pages.length && (
        <Text size="sm" c="dimmed">
          {plural(profiles - pages.length, "more page")}
        </Text>
      )}
    </Card>
  );
}

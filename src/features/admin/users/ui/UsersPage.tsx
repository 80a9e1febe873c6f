import "#src/kit/deferred.css";
import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { UserFilter } from "#src/features/admin/users/contract.ts";
import { CHANGE_AREAS, ROLE_LABELS } from "#src/features/admin/users/rules.ts";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { Approvals } from "#src/features/identity/approvals/ui/shared/Approvals.tsx";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { lazyComponent, lazyDialog } from "#src/kit/lazy.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { SearchField } from "#src/kit/SearchField.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { UserDetails } from "./UserDetails.tsx";
import { UserRow } from "./UserRow.tsx";
import { usersApi } from "./user-queries.ts";

const ChangeDialog = lazyDialog(async () => (await import("./ChangeDialog.tsx")).ChangeDialog);
const Changes = lazyComponent(async () => (await import("./Changes.tsx")).Changes);

type Filter = Partial<Record<keyof UserFilter | "order", string>>;

/** `/admin/users`: the instance's accounts, or one of them. */
export function UsersPage() {
  const { user, ...filter }: Filter & { user?: string } = useSearch({ strict: false });
  return user ? <UserDetails key={user} id={user} /> : <UserList filter={filter} />;
}

function UserList({ filter }: { filter: Filter }) {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery());
  const changes = me !== undefined && Object.values(CHANGE_AREAS).some((area) => isStaffFor(me.role, area));
  const [picked, setPicked] = useState<string[]>([]);
  const [isChanging, setChanging] = useState(false);
  const change = (changes: Filter) =>
    void navigate({ to: STAFF_PATHS.users, search: { ...filter, ...changes }, replace: true });
  const list = useInfiniteQuery(
    usersApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...(filter as UserFilter), cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
    }),
  );
  const [first] = list.data?.pages ?? [];
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <>
      <PageTitle title="Users">Everyone with an account on this instance</PageTitle>
      <Stack>
        <Approvals />
        <Changes />
        <Filters filter={filter} onChange={change} />
        {first && first.total > 0 && (
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" role="status">
              {first.is_estimate ? `About ${plural(first.total, "account")}` : plural(first.total, "account")}
            </Text>
            {changes && (
              <Group gap="xs">
                {picked.length > 0 && (
                  <Button size="xs" variant="subtle" onClick={() => setPicked([])}>
                    Select none
                  </Button>
                )}
                <Button size="xs" variant="default" onClick={() => setChanging(true)}>
                  {picked.length > 0 ? `Change ${picked.length} selected…` : "Change all of these…"}
                </Button>
              </Group>
            )}
          </Group>
        )}
        {me && isChanging && (
          <ChangeDialog
            opened
            onClose={() => setChanging(false)}
            onStarted={() => setPicked([])}
            selection={picked.length > 0 ? { ids: picked } : { filter: filterOf(filter), except: [] }}
            role={me.role}
          />
        )}
        <PagedList
          list={list}
          failure="We couldn’t load the accounts."
          empty={
            <EmptyPanel
              icon={<IconUsers />}
              title="Nobody found"
              description={
                isFiltered
                  ? "Nobody matches that. Try part of a name, an e-mail address, a username or a domain."
                  : "Accounts are listed here."
              }
            />
          }
          row={(user) => (
            <UserRow
              key={user.id}
              user={user}
              isPicked={changes && user.role === "user" ? picked.includes(user.id) : undefined}
              onPick={(is) => setPicked(is ? [...picked, user.id] : picked.filter((id) => id !== user.id))}
            />
          )}
        />
      </Stack>
    </>
  );
}

/** Without the order, which says nothing about who’s meant. */
function filterOf({ order: _, ...filter }: Filter): UserFilter {
  return filter as UserFilter;
}

interface FiltersProps {
  filter: Filter;
  onChange: (changes: Filter) => void;
}

const STATES = [
  { value: "", label: "Any state" },
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
  { value: "leaving", label: "About to be deleted" },
];
const PLANS = [
  { value: "", label: "Any plan" },
  { value: "free", label: "Free" },
  { value: "premium", label: "Premium" },
];
const VERIFIED = [
  { value: "", label: "Any address" },
  { value: "yes", label: "Confirmed address" },
  { value: "no", label: "Unconfirmed address" },
];
const SEEN = [
  { value: "", label: "Seen anytime" },
  { value: "week", label: "Seen this week" },
  { value: "month", label: "Seen this month" },
  { value: "not_month", label: "Not for a month" },
  { value: "not_year", label: "Not for a year" },
  { value: "nowhere", label: "Not signed in" },
];
const FLAGGED = [
  { value: "", label: "Anything else" },
  { value: "second_factor", label: "Two-step sign-in" },
  { value: "reported", label: "Page reported" },
  { value: "support_access", label: "Lets support in" },
  { value: "given", label: "Has something from staff" },
  { value: "mail_complaints", label: "E-mail reported as spam" },
  { value: "limit_reached", label: "Reached a limit" },
];
const ORDERS = [
  { value: "", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "seen_last", label: "Seen last first" },
  { value: "seen_long_ago", label: "Seen long ago first" },
];
const { user: _, ...STAFF } = ROLE_LABELS;
const ROLES = [
  { value: "", label: "Everyone" },
  { value: "staff", label: "All staff" },
  ...Object.entries(STAFF).map(([value, label]) => ({ value, label })),
];

const CHOICES = [
  { name: "state", label: "State", data: STATES },
  { name: "plan", label: "Plan", data: PLANS },
  { name: "verified", label: "Address", data: VERIFIED },
  { name: "role", label: "Role", data: ROLES },
  { name: "seen", label: "Last seen", data: SEEN },
  { name: "flag", label: "More", data: FLAGGED },
  { name: "order", label: "Order", data: ORDERS },
] as const;

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <Group gap="sm" align="end">
      <SearchField
        flex="3 1 16rem"
        label="Find an account"
        placeholder="Name, e-mail, username, domain"
        words={filter.q}
        onSearch={(q) => onChange({ q: q || undefined })}
      />
      {CHOICES.map(({ name, label, data }) => (
        <NativeSelect
          key={name}
          flex="1 1 8.5rem"
          miw={0}
          size="md"
          aria-label={label}
          value={filter[name] ?? ""}
          data={data}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: value || undefined })}
        />
      ))}
    </Group>
  );
}

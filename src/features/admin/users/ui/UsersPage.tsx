import "#src/kit/deferred.css";
import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { UserFilter } from "#src/features/admin/users/contract.ts";
import { ROLE_LABELS } from "#src/features/admin/users/rules.ts";
import { Approvals } from "#src/features/identity/approvals/ui/shared/Approvals.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { SearchField } from "#src/kit/SearchField.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { UserDetails } from "./UserDetails.tsx";
import { UserRow } from "./UserRow.tsx";
import { usersApi } from "./user-queries.ts";

type Filter = Partial<Record<keyof UserFilter, string>>;

/** `/admin/users`: the instance's accounts, or one of them. */
export function UsersPage() {
  const { user, ...filter }: Filter & { user?: string } = useSearch({ strict: false });
  return user ? <UserDetails key={user} id={user} /> : <UserList filter={filter} />;
}

function UserList({ filter }: { filter: Filter }) {
  const navigate = useNavigate();
  const change = (changes: Filter) =>
    void navigate({ to: PATHS.users, search: { ...filter, ...changes }, replace: true });
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
        <Filters filter={filter} onChange={change} />
        {first && first.total > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {first.is_estimate ? `About ${plural(first.total, "account")}` : plural(first.total, "account")}
          </Text>
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
          row={(user) => <UserRow key={user.id} user={user} />}
        />
      </Stack>
    </>
  );
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

import { MultiSelect, Select, Stack, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Me } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { canGrantRole } from "#src/features/identity/members/rules.ts";
import { ROLE_LABELS } from "#src/features/identity/team/contract.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import { profilesQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { TEAM_ROLES, type TeamRole } from "#src/lib/access.ts";

export interface RoleValues {
  role: TeamRole;
  isLimited: boolean;
  profileIds: string[];
}

interface RoleFieldsProps {
  me: Me;
  values: RoleValues;
  /** A member's current role stays among the choices. */
  had?: TeamRole;
  error: string | undefined;
  onChange: (changes: Partial<RoleValues>) => void;
}

/** Chooses a role and its profiles. Offers no more than the person choosing has. */
export function RoleFields({ me, values, had, error, onChange }: RoleFieldsProps) {
  const { data } = useQuery(profilesQuery());
  const mine = me.account.role;
  const roles = TEAM_ROLES.filter(
    (role) => role === had || canGrantRole((permission) => grantOf(mine, permission), role),
  );
  const mustLimit = me.account.profile_ids !== null;
  const profiles = data?.items ?? [];
  return (
    <Stack>
      <Select
        label="Role"
        description={ROLE_LABELS[values.role].can}
        allowDeselect={false}
        data={roles.map((role) => ({ value: role, label: ROLE_LABELS[role].label }))}
        value={values.role}
        onChange={(role) => role && onChange({ role: role as TeamRole })}
      />
      {values.role !== "billing" && !mustLimit && (
        <Switch
          label="Only some profiles"
          description="They won’t see the others, or anything about them."
          checked={values.isLimited}
          onChange={({ currentTarget }) => onChange({ isLimited: currentTarget.checked })}
        />
      )}
      {values.role !== "billing" && (values.isLimited || mustLimit) && (
        <MultiSelect
          label="Profiles"
          searchable
          clearable
          placeholder={values.profileIds.length === 0 ? "Choose profiles" : ""}
          nothingFoundMessage="No profile by that name."
          data={profiles.map(({ id, name, username }) => ({ value: id, label: `${name} (/${username})` }))}
          value={values.profileIds.filter((id) => profiles.some((profile) => profile.id === id))}
          error={error}
          onChange={(profileIds) => onChange({ profileIds })}
        />
      )}
    </Stack>
  );
}

/** Converts the chosen limit into the format of the API. */
export function limitSent({ role, isLimited, profileIds }: RoleValues, me: Me): string[] | null {
  if (role === "billing") return null;
  return isLimited || me.account.profile_ids !== null ? profileIds : null;
}

/** Returns the reason why a choice can't be sent. */
export function limitProblem(values: RoleValues, me: Me): string | undefined {
  return limitSent(values, me)?.length === 0 ? "Choose at least one profile." : undefined;
}

import { useMantineColorScheme } from "@mantine/core";
import { Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { instanceQuery, useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { useSignOut } from "#src/features/accounts/ui/shared/use-sign-out.ts";
import {
  useSelectedProfile,
  useSelectProfile,
} from "#src/features/profiles/ui/shared/use-selected-profile.ts";
import { paletteActions } from "./palette-actions.tsx";

/** Everything reachable by typing: Ctrl-K (spec: one keyboard palette). */
export function Palette() {
  const me = useMe();
  const { profiles, selected } = useSelectedProfile();
  const { data: instance } = useQuery(instanceQuery());
  const { toggleColorScheme } = useMantineColorScheme();
  const actions = paletteActions({
    role: me?.role,
    profiles,
    selected,
    publicUrl: instance?.public_url ?? location.origin,
    navigate: useNavigate(),
    select: useSelectProfile(),
    toggleColorScheme,
    signOut: useSignOut(),
  });
  return (
    <Spotlight
      actions={actions}
      shortcut={["mod + K"]}
      tagsToIgnore={[]}
      highlightQuery
      scrollable
      maxHeight={420}
      nothingFound="Nothing found"
      searchProps={{
        leftSection: <IconSearch size={20} />,
        placeholder: "Go to, create, switch …",
        "aria-label": "Find or do",
      }}
    />
  );
}

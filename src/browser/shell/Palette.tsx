import { PATHS } from "#src/lib/paths.ts";
import "#src/kit/deferred.css";
import "@mantine/spotlight/styles.css";
import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useSignOut } from "#src/features/identity/accounts/ui/shared/use-sign-out.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { allowancesQuery } from "#src/features/money/entitlements/ui/shared/billing-queries.ts";
import { linkNamesQuery, linksQuery } from "#src/features/pages/links/ui/shared/link-queries.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { DuplicateProfileDialog } from "#src/features/pages/profiles/ui/shared/DuplicateProfileDialog.tsx";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { slotsQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { useShareProfile } from "#src/features/pages/profiles/ui/shared/share-profile.ts";
import { useProfileActions } from "#src/features/pages/profiles/ui/shared/use-profile-actions.ts";
import {
  useSelectedProfile,
  useSelectProfile,
} from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import type { SearchEntry } from "#src/features/public/site/page/help-search.ts";
import { paletteActions } from "./palette-actions.tsx";
import { profileActions, sectionActions } from "./palette-profile.tsx";
import { findActions } from "./palette-search.ts";
import { useStaffActions } from "./palette-staff.tsx";

const NO_ARTICLES: SearchEntry[] = [];
const TYPING_PAUSE_MS = 250;
/** More results than anyone scrolls through. */
const SHOWN_MAX = 40;

const [store, spotlight] = createSpotlight();

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** The command palette: Ctrl-K, or the search button. */
export function Palette({ opened, onClose }: PaletteProps) {
  const [copied, setCopied] = useState<Profile | null>(null);
  const [typed, setTyped] = useState("");
  const [words] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened]);
  return (
    <>
      <Spotlight
        actions={useActions(setCopied, words)}
        onQueryChange={setTyped}
        store={store}
        onSpotlightClose={onClose}
        filter={findActions}
        limit={SHOWN_MAX}
        shortcut={null}
        highlightQuery
        scrollable
        styles={{ actionLabel: { overflowWrap: "anywhere" } }}
        attributes={{ content: { "aria-label": "Search or run a command" } }}
        maxHeight={420}
        nothingFound="Nothing found. Try another word."
        searchProps={{
          leftSection: <IconSearch size={20} />,
          placeholder: "Search or run a command",
          "aria-label": "Search or run a command",
          onKeyDown: ({ key, nativeEvent }) => {
            if (key === "Enter" && !nativeEvent.isComposing && words !== "") runFirst();
          },
        }}
      />
      {copied && <DuplicateProfileDialog profile={copied} opened onClose={() => setCopied(null)} />}
    </>
  );
}

/** What’s found by the server comes after the first result was chosen, when there may have been none. */
function runFirst(): void {
  const list = document.getElementById(store.getState().listId);
  if (!list?.querySelector("[data-selected]")) list?.querySelector<HTMLElement>("[data-action]")?.click();
}

function useActions(duplicate: (profile: Profile) => void, words: string) {
  const me = useMe();
  const { profiles, selected } = useSelectedProfile();
  const maySee = useHasPermission("profiles.see");
  const { data: names } = useQuery({ ...linkNamesQuery(), enabled: maySee });
  const { data: links } = useQuery({ ...linksQuery(selected?.id ?? ""), enabled: selected !== undefined });
  const { data: slots } = useQuery({ ...slotsQuery(), enabled: maySee });
  const plans = useQuery(allowancesQuery()).data?.plans;
  const { data: articles = NO_ARTICLES } = useQuery({ queryKey: ["help"], queryFn: fetchArticles });
  const { setColorScheme } = useMantineColorScheme();
  const { setStatus, askToRemove } = useProfileActions();
  const navigate = useNavigate();
  const url = usePageUrls().full(selected ?? { username: "" });
  const share = useShareProfile();
  const found = useStaffActions({ me, words, navigate });
  const known = paletteActions({
    me,
    plans,
    profiles,
    links: names?.items ?? [],
    articles,
    profileActions: profileActions({
      selected,
      url,
      linkLimit: links?.limit ?? Number.POSITIVE_INFINITY,
      fullAt: slots?.is_at_limit ? slots.total_slots : undefined,
      navigate,
      share,
      duplicate,
      deactivate: ({ id }) => setStatus.mutate({ id, status: "inactive" }),
      remove: (profile) => void askToRemove(profile),
    }),
    sections: sectionActions(selected, navigate),
    navigate,
    select: useSelectProfile(),
    activate: ({ id }) => setStatus.mutate({ id, status: "active" }),
    setColorScheme,
    signOut: useSignOut(),
  });
  return [...known, ...found];
}

/** The index that the help itself searches. */
async function fetchArticles(): Promise<SearchEntry[]> {
  const response = await fetch(PATHS.helpIndex);
  return response.ok ? response.json() : NO_ARTICLES;
}

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { claimedName, deleteClaimedName } from "#src/features/identity/accounts/ui/shared/claimed-name.ts";
import { readAddress, splitAddresses } from "#src/features/pages/links/address-rules.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { PROFILE_ERRORS, type Profile } from "#src/features/pages/profiles/contract.ts";
import { LOOKS, type LookTheme } from "#src/features/pages/profiles/looks-rules.ts";
import { NEW_PROFILE } from "#src/features/pages/profiles/ui/shared/new-profile.ts";
import { profilesApi } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { useProfileCache } from "#src/features/pages/profiles/ui/shared/use-profile-actions.ts";
import { rememberProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { toastFailure, toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { isBlank } from "#src/lib/text.ts";
import { newLink } from "../new-link.ts";
import { type NotAddedLine, useAddressLinks } from "../use-address-links.ts";

/** Eight to start with. The editor has them all. */
export const FIRST_LOOKS = LOOKS.slice(0, 8);

const CHECKED_AFTER_MS = 300;

export type FirstPageForm = ReturnType<typeof useFirstPage>;
export type Suggestion = { username: string; is_taken: boolean };

/** What's on the form for a first page, the page that it makes, and how it's published. */
export function useFirstPage() {
  const [id] = useState(newId);
  const [name, setName] = useState(() => claimedName() ?? "");
  const [addresses, setAddresses] = useState("");
  const [look, setLook] = useState(FIRST_LOOKS[0]?.key ?? "");
  const [picture, setPicture] = useState<string | null>(null);
  const [nameProblem, setNameProblem] = useState<string>();
  const nameField = useRef<HTMLInputElement>(null);
  const suggestion = useSuggestion(name);
  const lines = splitAddresses(addresses);
  const theme = FIRST_LOOKS.find(({ key }) => key === look)?.theme;
  const username = suggestion?.username ?? NEW_PROFILE.username;
  const inLooks = useMemo(
    () => FIRST_LOOKS.map(({ theme }) => newProfileOf({ name, username, picture }, theme)),
    [name, username, picture],
  );
  const profile = inLooks[FIRST_LOOKS.findIndex(({ key }) => key === look)] ?? NEW_PROFILE;
  const publication = usePublication(id);
  return {
    name,
    setName: (next: string) => {
      setName(next);
      setNameProblem(undefined);
    },
    nameProblem,
    nameField,
    suggestion,
    addresses,
    setAddresses,
    look,
    setLook,
    picture,
    setPicture,
    profile,
    /** The page in each look, without its links, so that the small phones aren't drawn again with each address. */
    inLooks,
    links: lines.flatMap((line, n) => linkOf(line, n) ?? []),
    failure: publication.failure,
    isPublishing: publication.isPublishing,
    publish: () => {
      if (isBlank(name)) {
        setNameProblem(PROFILE_ERRORS.NAME_REQUIRED.message);
        nameField.current?.focus();
        return;
      }
      const theme_settings = theme === FIRST_LOOKS[0]?.theme ? undefined : theme;
      void publication.publish({ name, theme_settings, profile_picture_url: picture ?? undefined }, lines);
    },
  };
}

interface Typed {
  name: string;
  username: string;
  picture: string | null;
}

function newProfileOf({ name, username, picture }: Typed, theme: Readonly<LookTheme>): Profile {
  return {
    ...NEW_PROFILE,
    name: isBlank(name) ? "Your name" : name,
    username,
    theme_settings: { ...NEW_PROFILE.theme_settings, ...theme },
    profile_picture_url: picture,
  };
}

function useSuggestion(name: string): Suggestion | undefined {
  const [checked] = useDebouncedValue(name, CHECKED_AFTER_MS);
  const { data } = useQuery({
    ...profilesApi.suggestUsername.queryOptions({ input: { name: checked } }),
    enabled: !isBlank(checked),
    placeholderData: keepPreviousData,
  });
  return data;
}

/** A link as the preview shows it, before it exists. */
function linkOf(line: string, n: number): Link | undefined {
  const reading = readAddress(line);
  if (!reading.ok) return undefined;
  const { url, title, icon } = reading.read;
  return { ...newLink("", `new-${n}`), url, title, icon, show_icon: icon !== null };
}

interface Wanted {
  name: string;
  theme_settings: Readonly<LookTheme> | undefined;
  profile_picture_url: string | undefined;
}

/** Makes the page, gives it its look, adds its links, and opens them. Pressed again after a failure, it goes on. */
function usePublication(id: string) {
  const [isPublishing, setPublishing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { keep } = useProfileCache();
  const navigate = useNavigate();
  const addLinks = useAddressLinks(id);

  const publish = async ({ name, ...look }: Wanted, lines: readonly string[]) => {
    if (isPublishing) return;
    setPublishing(true);
    setFailure(undefined);
    try {
      const made = await profilesApi.create.call({ id, name });
      const hasLook = look.theme_settings !== undefined || look.profile_picture_url !== undefined;
      const profile = hasLook ? await profilesApi.update.call({ id, ...look }) : made;
      deleteClaimedName();
      rememberProfile(id);
      toastSuccess({ message: `“${profile.name}” is published.` });
      // The links go on being added and filled in on their own screen.
      if (lines.length > 0) void addLinks(lines, tellLeft);
      keep(profile);
      void navigate({ to: PATHS.links, search: { profile: id } });
    } catch (error) {
      setFailure(errorMessage(error, "Failed to create profile"));
      setPublishing(false);
    }
  };
  return { publish, isPublishing, failure };
}

function tellLeft(left: readonly NotAddedLine[]): void {
  if (left.length === 0) return;
  toastFailure({
    title: `${plural(left.length, "address", "addresses")} not added`,
    message: left.map(({ address, message }) => `${address}: ${message}`).join("\n"),
  });
}

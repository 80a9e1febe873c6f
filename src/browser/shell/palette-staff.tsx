import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import { IconFlag, IconLifebuoy, IconLink, IconUser, IconWorld } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { UseNavigateResult } from "@tanstack/react-router";
import { contentContract } from "#src/features/admin/content/contract.ts";
import { usersContract } from "#src/features/admin/users/contract.ts";
import { isStaffFor, type Principal } from "#src/features/identity/team/rules.ts";
import { helpRequestsContract } from "#src/features/public/help-requests/contract.ts";
import { moderationContract } from "#src/features/public/moderation/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

const users = clientFor("users", usersContract);
const content = clientFor("content", contentContract);
const moderation = clientFor("moderation", moderationContract);
const helpRequests = clientFor("helpRequests", helpRequestsContract);

/** Fewer letters are part of too much. */
const WORDS_CHARS_MIN = 3;
const FOUND_MAX = 5;

interface StaffSearch {
  me: Principal | undefined;
  /** What's typed. */
  words: string;
  navigate: UseNavigateResult<string>;
}

/** What staff find by typing: accounts, pages and links of all accounts, cases, and requests for help. */
export function useStaffActions({ me, words, navigate }: StaffSearch): SpotlightActionGroupData[] {
  const isSearched = words.length >= WORDS_CHARS_MIN;
  const enabledFor = (area: "accounts" | "moderation" | "help") =>
    isSearched && me !== undefined && isStaffFor(me.role, area);
  const cases = useCaseActions({ words, navigate, enabled: enabledFor("moderation") });
  const requests = useRequestActions({ words, navigate, enabled: enabledFor("help") });
  const accounts = useQuery({
    ...users.list.queryOptions({ input: { q: words } }),
    enabled: enabledFor("accounts"),
  });
  const pages = useQuery({
    ...content.profiles.queryOptions({ input: { q: words } }),
    enabled: enabledFor("moderation"),
  });
  const links = useQuery({
    ...content.links.queryOptions({ input: { q: words } }),
    enabled: enabledFor("moderation"),
  });
  const action = (found: Found) => ({ ...found, keywords: words });
  return [
    {
      group: "Accounts",
      actions: some(accounts.data?.items).map(({ id, name, email }) =>
        action({
          id: `account-${id}`,
          label: name,
          description: email,
          leftSection: <IconUser size={20} />,
          onClick: () => void navigate({ to: STAFF_PATHS.users, search: { user: id } }),
        }),
      ),
    },
    {
      group: "Everybody’s profiles",
      actions: some(pages.data?.items).map(({ id, name, username }) =>
        action({
          id: `page-${id}`,
          label: name,
          description: `/${username}`,
          leftSection: <IconWorld size={20} />,
          onClick: () => void navigate({ to: STAFF_PATHS.adminProfiles, search: { q: username } }),
        }),
      ),
    },
    {
      group: "Everybody’s links",
      actions: some(links.data?.items).map(({ id, title, url }) =>
        action({
          id: `found-link-${id}`,
          label: title,
          description: url,
          leftSection: <IconLink size={20} />,
          onClick: () => void navigate({ to: STAFF_PATHS.adminLinks, search: { q: words } }),
        }),
      ),
    },
    { group: "Cases", actions: cases },
    { group: "Requests for help", actions: requests },
  ].filter(({ actions }) => actions.length > 0);
}

/** The server has found it by the words that are typed. */
type Found = Omit<SpotlightActionData, "keywords">;

const some = <Item,>(items: readonly Item[] | undefined) => items?.slice(0, FOUND_MAX) ?? [];

interface GroupSearch extends Omit<StaffSearch, "me"> {
  enabled: boolean;
}

function useCaseActions({ words, navigate, enabled }: GroupSearch): SpotlightActionData[] {
  const cases = useQuery({ ...moderation.listCases.queryOptions({ input: { q: words } }), enabled });
  return some(cases.data?.items).map(({ id, number, username }) => ({
    id: `case-${id}`,
    label: number,
    description: username === "" ? "A page that was deleted" : `/${username}`,
    leftSection: <IconFlag size={20} />,
    keywords: words,
    onClick: () => void navigate({ to: STAFF_PATHS.moderation, search: { case: id } }),
  }));
}

function useRequestActions({ words, navigate, enabled }: GroupSearch): SpotlightActionData[] {
  const requests = useQuery({ ...helpRequests.list.queryOptions({ input: { q: words } }), enabled });
  return some(requests.data?.items).map(({ id, number, subject, email }) => ({
    id: `help-request-${id}`,
    label: subject,
    description: `${number} · ${email}`,
    leftSection: <IconLifebuoy size={20} />,
    keywords: words,
    onClick: () => void navigate({ to: STAFF_PATHS.helpRequests, search: { request: id } }),
  }));
}

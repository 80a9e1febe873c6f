import "#src/kit/deferred.css";
import { Button, Group, Stack } from "@mantine/core";
import { IconDownload, IconFlag, IconKeyboard, IconRadar2, IconTemplate } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { CaseDetails } from "./CaseDetails.tsx";
import { CaseFilters } from "./CaseFilters.tsx";
import { CaseRow } from "./CaseRow.tsx";
import { type CaseSearch, caseListOptions } from "./case-queries.ts";
import { KeysDialog } from "./KeysDialog.tsx";
import { useCaseKeys } from "./use-case-keys.ts";

const TransparencyDialog = lazyDialog(
  async () => (await import("./TransparencyDialog.tsx")).TransparencyDialog,
);

/** `/admin/moderation`: the queue of reported pages, or one of them. */
export function CasesPage() {
  const search: CaseSearch = useSearch({ strict: false });
  return search.case ? (
    <CaseDetails key={search.case} id={search.case} search={search} />
  ) : (
    <CaseQueue search={search} />
  );
}

const EMPTY: ReadonlyMap<string, { title: string; description: string }> = new Map([
  ["waiting", { title: "No owner has been asked", description: "Cases wait here until the owner answers." }],
  ["approval", { title: "Nothing to confirm", description: "Bans wait here for a second member of staff." }],
  ["appealed", { title: "No appeals", description: "When an owner appeals, the case is listed here." }],
  ["closed", { title: "Nothing decided yet", description: "Decided cases are listed here." }],
]);
const NOTHING = {
  title: "Nothing to decide",
  description: "When visitors report a page, it’s listed here.",
};

function CaseQueue({ search }: { search: CaseSearch }) {
  const navigate = useNavigate();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [areNumbersOpen, setNumbersOpen] = useState(false);
  const rows = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery({ ...caseListOptions(search), placeholderData: keepPreviousData });
  const step = (by: number) => {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>("[data-case]") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  useCaseKeys({ j: () => step(1), k: () => step(-1), "?": () => setHelpOpen(true) });
  const isFiltered = [search.reason, search.older, search.assignee].some(Boolean);
  return (
    <>
      <PageTitle
        title="Moderation"
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconRadar2 size={18} />}
              renderRoot={(props) => <Link to={STAFF_PATHS.signals} {...props} />}
            >
              Signals
            </Button>
            <Button
              variant="default"
              leftSection={<IconTemplate size={18} />}
              renderRoot={(props) => <Link to={STAFF_PATHS.replyTemplates} {...props} />}
            >
              Templates
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} />}
              onClick={() => setNumbersOpen(true)}
            >
              Numbers
            </Button>
            <Button
              variant="default"
              leftSection={<IconKeyboard size={18} />}
              onClick={() => setHelpOpen(true)}
            >
              Keys
            </Button>
          </Group>
        }
      >
        Pages that visitors reported or signals noticed, the urgent ones first
      </PageTitle>
      <Stack ref={rows}>
        <CaseFilters
          search={search}
          onChange={(changes) =>
            void navigate({ to: STAFF_PATHS.moderation, search: { ...search, ...changes }, replace: true })
          }
        />
        <PagedList
          list={list}
          failure="We couldn’t load the cases."
          empty={
            <EmptyPanel
              icon={<IconFlag />}
              {...(isFiltered
                ? { title: "No such cases", description: "Change what’s chosen above." }
                : (EMPTY.get(search.state ?? "") ?? NOTHING))}
            />
          }
          row={(item) => <CaseRow key={item.id} item={item} search={search} />}
        />
      </Stack>
      <TransparencyDialog opened={areNumbersOpen} onClose={() => setNumbersOpen(false)} />
      <KeysDialog opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  );
}

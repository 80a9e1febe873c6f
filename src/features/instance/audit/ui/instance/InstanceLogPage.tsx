import "#src/kit/deferred.css";
import { Stack } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { ChainCard } from "./ChainCard.tsx";
import { LogFilters } from "./LogFilters.tsx";
import { LogRow } from "./LogRow.tsx";
import { exportHref, filterOf, type LogChanges, logApi } from "./log-queries.ts";

const LOG_FILTERS = ["who", "whom", "what", "kind", "through", "key", "from", "until"] as const;

/** `/admin/audit`: what was done on the instance. */
export function InstanceLogPage() {
  const search = searchTexts(useSearch({ strict: false }), LOG_FILTERS);
  const navigate = useNavigate();
  const me = useMe();
  const seesAll = me !== undefined && isStaffFor(me.role, "audit");
  // What's typed in the fields stays there, unless they begin anew.
  const [round, setRound] = useState(0);
  const open = (next: LogChanges) => void navigate({ to: STAFF_PATHS.audit, search: next, replace: true });
  const change = (changes: LogChanges) => open({ ...search, ...changes });
  const choose = (changes: LogChanges) => {
    change(changes);
    setRound(round + 1);
  };
  const clear = () => {
    open({});
    setRound(round + 1);
  };
  const list = useInfiniteQuery(
    logApi.instanceList.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filterOf(search), cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
    }),
  );
  const isFiltered = Object.values(search).some(Boolean);
  return (
    <>
      <PageTitle
        title="Audit log"
        actions={
          <ExportMenu
            label="What matches, as a file"
            files={[
              { title: "CSV", href: exportHref(search, "csv") },
              { title: "Lines of JSON", href: exportHref(search, "jsonl") },
            ]}
          />
        }
      >
        {seesAll
          ? "What staff, accounts and the program itself did on this instance"
          : "What you did on this instance"}
      </PageTitle>
      <Stack>
        {seesAll && <ChainCard />}
        <LogFilters key={round} search={search} seesAll={seesAll} onChange={change} onClear={clear} />
        <PagedList
          list={list}
          failure="We couldn’t load the audit log."
          empty={
            <EmptyPanel
              icon={<IconListSearch />}
              title={isFiltered ? "Nothing found" : "Nothing yet"}
              description={
                isFiltered
                  ? "Nothing matches all of that. Try fewer filters, or other words."
                  : "Whatever is done on this instance is listed here."
              }
            />
          }
          row={(entry) => <LogRow key={entry.id} entry={entry} onChoose={choose} />}
        />
      </Stack>
    </>
  );
}

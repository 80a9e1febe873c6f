import "#src/kit/deferred.css";
import { Button, SegmentedControl, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { WaysOutRow } from "../ways-out-contract.ts";
import { Success } from "./Success.tsx";
import { WaysOutList } from "./WaysOutList.tsx";
import { type EditedRow, waysOutApi } from "./ways-out-client.ts";

const EditDialog = lazyDialog(async () => (await import("./EditWaysDialog.tsx")).EditWaysDialog);
const VersionDialog = lazyDialog(async () => (await import("./AddVersionDialog.tsx")).AddVersionDialog);
const ChangesDialog = lazyDialog(async () => (await import("./WaysChangesDialog.tsx")).WaysChangesDialog);

type Search = Partial<Record<"view" | "days" | "app", string>>;

/** `/admin/ways-out`: how visitors get out of apps' browsers, and how well that works. */
export function WaysOutPage() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useQuery(waysOutApi.list.queryOptions());
  const [edited, setEdited] = useState<EditedRow>();
  const [looked, setLooked] = useState<WaysOutRow>();
  const [isAdding, setAdding] = useState(false);
  const open = (next: Search) =>
    void navigate({ to: STAFF_PATHS.waysOut, search: next, replace: true, resetScroll: false });
  const rows = query.data?.items ?? [];
  const edit = (row: WaysOutRow, ways = row.ways) => {
    setLooked(undefined);
    setEdited({ row, ways });
  };
  const isSuccess = search.view === "success";
  return (
    <>
      <PageTitle
        title="Ways out of apps"
        actions={
          !isSuccess && (
            <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
              Add version
            </Button>
          )
        }
      >
        How visitors get from an app’s own browser to theirs
      </PageTitle>
      <Stack gap="md">
        <SegmentedControl
          w="max-content"
          maw="100%"
          aria-label="Show"
          data={[
            { value: "ways", label: "What’s offered" },
            { value: "success", label: "Success" },
          ]}
          value={isSuccess ? "success" : "ways"}
          onChange={(value) => open(value === "success" ? { view: value } : {})}
        />
        {isSuccess ? (
          <Success
            days={search.days}
            app={search.app}
            onSearch={(next) => open({ view: "success", ...next })}
          />
        ) : query.data ? (
          <WaysOutList rows={rows} onEdit={edit} onHistory={setLooked} />
        ) : (
          <QueryState query={query} failure="We couldn’t load the ways out." height={480} />
        )}
      </Stack>
      <EditDialog opened={edited !== undefined} onClose={() => setEdited(undefined)} edited={edited} />
      <VersionDialog opened={isAdding} onClose={() => setAdding(false)} rows={rows} />
      <ChangesDialog
        opened={looked !== undefined}
        onClose={() => setLooked(undefined)}
        row={looked}
        rows={rows}
        onPick={edit}
      />
    </>
  );
}

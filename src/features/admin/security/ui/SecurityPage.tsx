import "#src/kit/deferred.css";
import { Button, Stack } from "@mantine/core";
import { IconDownload, IconPlus } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { lazyComponent, lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { ViewSwitch } from "#src/kit/ViewSwitch.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { BlockList } from "./BlockList.tsx";
import { BrowserErrors } from "./BrowserErrors.tsx";
import { exportHref, type SecuritySearch, VIEWS, type View } from "./security-client.ts";
import { Timeline } from "./Timeline.tsx";

const BlockDialog = lazyDialog(async () => (await import("./BlockDialog.tsx")).BlockDialog);

const SelfCheck = lazyComponent(
  async () => (await import("#src/features/admin/system/ui/shared/SelfCheck.tsx")).SelfCheck,
);

const LABELS: Readonly<Record<View, string>> = {
  timeline: "What happened",
  blocks: "Blocks and exceptions",
  errors: "Browser errors",
  checks: "Self-check",
};

/** `/admin/security`: what happens at the doors, and whom staff keep out. */
export function SecurityPage() {
  const search: SecuritySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  /** The network that a new block starts with, or empty. */
  const [asked, setAsked] = useState<string>();
  const view = VIEWS.find((known) => known === search.view) ?? "timeline";
  const open = (next: SecuritySearch) =>
    void navigate({ to: STAFF_PATHS.security, search: next, replace: true, resetScroll: false });
  return (
    <>
      <PageTitle
        title="Security"
        actions={
          view === "blocks" ? (
            <Button leftSection={<IconPlus size={18} />} onClick={() => setAsked("")}>
              New block
            </Button>
          ) : (
            view === "timeline" && (
              <Button
                component="a"
                href={exportHref(search)}
                download
                variant="default"
                leftSection={<IconDownload size={18} />}
              >
                Export
              </Button>
            )
          )
        }
      >
        Who tries to get in, what changed, and who’s blocked
      </PageTitle>
      <Stack gap="md">
        <ViewSwitch
          views={VIEWS}
          labels={LABELS}
          value={view}
          onChange={(view) => open(view === "timeline" ? {} : { view })}
        />
        {view === "timeline" && <Timeline search={search} onSearch={open} onBlock={setAsked} />}
        {view === "blocks" && <BlockList />}
        {view === "errors" && <BrowserErrors />}
        {view === "checks" && <SelfCheck />}
      </Stack>
      <BlockDialog opened={asked !== undefined} onClose={() => setAsked(undefined)} network={asked ?? ""} />
    </>
  );
}

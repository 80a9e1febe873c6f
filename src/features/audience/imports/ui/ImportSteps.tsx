import { Alert, Button, Group, List, Progress, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { Card } from "#src/kit/Card.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Import } from "../contract.ts";
import { ImportProblems } from "./ImportProblems.tsx";
import { outcomeLabels } from "./import-labels.ts";
import { isWorking, useImportTransition } from "./import-queries.ts";
import { MappingForm } from "./MappingForm.tsx";

export function ImportSteps({ shown }: { shown: Import }) {
  const [isMapping, map] = useState(shown.state === "uploaded");
  const queries = useQueryClient();
  const { state } = shown;
  // The leads' own screens show the changes.
  useEffect(() => {
    if (!isWorking({ state })) void queries.invalidateQueries({ queryKey: ["contacts"] });
  }, [state, queries]);
  return (
    <Stack maw={720} aria-live="polite">
      {state === "uploaded" || (state === "ready" && isMapping) ? (
        <MappingForm key={columnsKey(shown)} shown={shown} onSent={() => map(false)} />
      ) : (
        <Step shown={shown} onMap={() => map(true)} />
      )}
    </Stack>
  );
}

/** Reparsed columns need a new form. */
const columnsKey = ({ encoding, delimiter, has_header }: Import) => `${encoding} ${delimiter} ${has_header}`;

function Step({ shown, onMap }: { shown: Import; onMap: () => void }) {
  switch (shown.state) {
    case "validating":
      return <Working shown={shown} title="Checking the file" text="Nothing changes yet." />;
    case "ready":
      return <Checked shown={shown} onMap={onMap} />;
    case "running":
      return (
        <Working shown={shown} title="Importing" text="You can leave this screen. It goes on without you." />
      );
    case "paused":
      return <Working shown={shown} title="Paused" text="Everything imported so far stays." />;
    case "undoing":
      return <Card title="Undoing the import" text="This takes a moment." />;
    default:
      return <Ended shown={shown} />;
  }
}

function Working({ shown, title, text }: { shown: Import; title: string; text: string }) {
  const step = useImportTransition(shown.id);
  const { state, rows_done, counts } = shown;
  const isKnown = state !== "validating" && counts.rows > 0;
  return (
    <Card title={`${title}: ${shown.file_name}`} text={text}>
      <div>
        <Progress
          value={isKnown ? (100 * rows_done) / counts.rows : 100}
          animated={state !== "paused"}
          aria-label={title}
        />
        <Text size="sm" c="dimmed" mt={4}>
          {isKnown ? `${formatNumber(rows_done)} of ${plural(counts.rows, "row")}` : plural(rows_done, "row")}
        </Text>
      </div>
      <Group gap="xs">
        {state === "running" && (
          <Button variant="default" loading={step.isPending} onClick={() => step.mutate("pause")}>
            Pause
          </Button>
        )}
        {state === "paused" && (
          <Button loading={step.isPending} onClick={() => step.mutate("start")}>
            Go on
          </Button>
        )}
        <Button variant="default" loading={step.isPending} onClick={() => step.mutate("cancel")}>
          Cancel import
        </Button>
      </Group>
    </Card>
  );
}

function Checked({ shown, onMap }: { shown: Import; onMap: () => void }) {
  const step = useImportTransition(shown.id);
  const expected = shown.expected ?? shown.counts;
  const people = expected.added + expected.updated;
  return (
    <Card
      title={`Checked: ${shown.file_name}`}
      text="This is what the import will do. Nothing has changed yet."
    >
      <Outcome counts={expected} isDone={false} />
      <ImportProblems shown={shown} />
      <Group gap="xs">
        <Button
          disabled={people + expected.stopped === 0}
          loading={step.isPending}
          onClick={() => step.mutate("start")}
        >
          {formatStartButton(people, expected.stopped)}
        </Button>
        <Button variant="default" onClick={onMap}>
          Change columns
        </Button>
        <Button variant="default" loading={step.isPending} onClick={() => step.mutate("cancel")}>
          Cancel import
        </Button>
      </Group>
    </Card>
  );
}

function formatStartButton(people: number, stopped: number): string {
  if (people > 0) return `Import ${plural(people, "lead")}`;
  return stopped > 0 ? `Suppress ${plural(stopped, "address", "addresses")}` : "Nobody to import";
}

const TITLES: Readonly<Partial<Record<Import["state"], string>>> = {
  uploading: "The upload wasn’t finished",
  cancelled: "Canceled",
  failed: "The import failed",
  undone: "Undone",
};

function Ended({ shown }: { shown: Import }) {
  const step = useImportTransition(shown.id);
  const navigate = useNavigate();
  const { state, counts, failure, undo_until, file_name } = shown;
  const hasChanged = counts.added + counts.updated + counts.stopped > 0;
  const undo = async () => {
    const message =
      "Leads it added are deleted, and the others get their old values back. Addresses it suppressed may get e-mail again. Leads that changed since stay as they are.";
    if (await confirm({ title: "Undo this import?", message, confirm: "Undo import", danger: true }))
      step.mutate("undo");
  };
  return (
    <Card title={`${TITLES[state] ?? "Imported"}: ${file_name}`}>
      {failure !== null && (
        <Alert color="red" icon={<IconAlertTriangle />}>
          {failure}
        </Alert>
      )}
      {state === "undone" ? (
        <Text>Everything is as it was before, except for leads that have changed since.</Text>
      ) : (
        (hasChanged || failure === null) && state !== "uploading" && <Outcome counts={counts} isDone />
      )}
      <ImportProblems shown={shown} />
      <Group gap="xs">
        {hasChanged ? (
          // They belong to no profile.
          <Button onClick={() => void navigate({ to: PATHS.leads, search: { all: "yes" } })}>
            See your leads
          </Button>
        ) : (
          <Button component={Link} to={PATHS.leadImports}>
            Choose another file
          </Button>
        )}
        {undo_until !== null && hasChanged && (
          <Button variant="default" loading={step.isPending} onClick={() => void undo()}>
            Undo import
          </Button>
        )}
      </Group>
      {undo_until !== null && hasChanged && (
        <Text size="sm" c="dimmed">
          Until {formatDateTime(undo_until)}, you can undo it.
        </Text>
      )}
    </Card>
  );
}

function Outcome({ counts, isDone }: { counts: Import["counts"]; isDone: boolean }): ReactNode {
  return (
    <List>
      {outcomeLabels(counts, { isDone }).map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}

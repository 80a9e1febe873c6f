import "#src/kit/deferred.css";
import { Badge, Button, FileButton, Group, Paper, Progress, Skeleton, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { BackLink } from "#src/kit/BackLink.tsx";
import { Card } from "#src/kit/Card.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { newId } from "#src/kit/new-id.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { Import } from "../contract.ts";
import { IMPORT_BYTES_MAX, PART_BYTES_MAX } from "../rules.ts";
import { ImportSteps } from "./ImportSteps.tsx";
import { outcomeLabels, STATE_LABELS } from "./import-labels.ts";
import { importQuery, importsApi, importsQuery, useUpdateImportCache } from "./import-queries.ts";

const TRIES_MAX = 4;

const WAIT_MS = 1500;

/**
 * Sends a file in parts, each again if the network fails. Parts that arrived are never sent twice.
 * `onProgress` receives the share that has arrived.
 */
async function uploadImport(file: File, onProgress: (share: number) => void): Promise<Import> {
  const id = newId();
  const { name, size: bytes } = file;
  const part = (start: number) => new File([file.slice(start, start + PART_BYTES_MAX)], name);
  let current = await persistently(() => importsApi.begin.call({ id, name, bytes, file: part(0) }));
  while (current.state === "uploading") {
    const start = current.received;
    onProgress(start / bytes);
    current = await persistently(() => importsApi.addPart.call({ id, start, file: part(start) }));
  }
  return current;
}

/** Only a call without a response is retried: an error response stays the same. */
async function persistently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof TypeError) || attempt === TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * attempt));
    }
  }
}

/** `/dashboard/marketing/leads/import`: importing a list of people from elsewhere. */
export function ImportsPage() {
  const { id } = useSearch({ strict: false });
  return (
    <>
      <BackLink to={id ? PATHS.leadImports : PATHS.leads}>{id ? "All imports" : "Leads"}</BackLink>
      <PageTitle title="Import leads">Bring people who already agreed to hear from you</PageTitle>
      {id ? <OneImport id={id} /> : <Beginning />}
    </>
  );
}

function OneImport({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(importQuery(id));
  if (data) return <ImportSteps shown={data} />;
  if (error)
    return (
      <ErrorPanel error={error} fallback="We couldn’t load this import." onRetry={() => void refetch()} />
    );
  return <Skeleton h={240} radius="lg" />;
}

function Beginning() {
  const navigate = useNavigate();
  const show = useUpdateImportCache();
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => uploadImport(file, setShare),
    onMutate: () => setShare(0),
    onSuccess: async (begun) => {
      await show(begun);
      await navigate({ to: PATHS.leadImports, search: { id: begun.id } });
    },
    onError: (error) =>
      toastError(error, "The upload didn’t get through. Check your connection and try again."),
  });
  return (
    <Stack gap="lg" maw={720}>
      <Card
        title="Choose a CSV file"
        text={`Exports from Mailchimp, Kit, HubSpot, Substack, Google Contacts, and many others work as they are, and so does any spreadsheet saved as CSV. Up to ${IMPORT_BYTES_MAX / 1024 / 1024} MB. You’ll see what happens before anything changes.`}
      >
        <FileButton onChange={(file) => file && upload.mutate(file)} accept=".csv,.tsv,.txt,text/csv">
          {(props) => (
            <Button
              {...props}
              loading={upload.isPending}
              leftSection={<IconUpload size={18} />}
              w="fit-content"
            >
              Choose file
            </Button>
          )}
        </FileButton>
        {upload.isPending && <Progress value={100 * share} aria-label="Uploading" animated />}
      </Card>
      <Earlier />
    </Stack>
  );
}

function Earlier() {
  const { data } = useQuery(importsQuery());
  if (!data || data.items.length === 0) return null;
  return (
    <Card title="Earlier imports">
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {data.items.map((one) => (
          <li key={one.id}>
            <EarlierImport one={one} />
          </li>
        ))}
      </Stack>
    </Card>
  );
}

function EarlierImport({ one }: { one: Import }) {
  const { label, color } = STATE_LABELS[one.state];
  const isOver = one.ended_at !== null && one.state !== "undone";
  return (
    <Paper withBorder radius="md" p="sm">
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ minWidth: 0, flex: "1 1 12rem", overflowWrap: "anywhere" }}>
          <Link to={PATHS.leadImports} search={{ id: one.id }} className="plain-link">
            {one.file_name}
          </Link>
          <Text size="xs" c="dimmed">
            {formatDateTime(one.created_at)}
            {isOver && ` · ${outcomeLabels(one.counts, { isDone: true }).join(" · ")}`}
          </Text>
        </div>
        <Badge variant="light" color={color}>
          {label}
        </Badge>
      </Group>
    </Paper>
  );
}

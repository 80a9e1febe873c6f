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
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { Import } from "../contract.ts";
import { IMPORT_BYTES_MAX } from "../rules.ts";
import { ImportSteps } from "./ImportSteps.tsx";
import { outcomeLabels, STATE_LABELS } from "./import-labels.ts";
import { importQuery, importsQuery, useUpdateImportCache } from "./import-queries.ts";
import { uploadImport } from "./upload.ts";

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

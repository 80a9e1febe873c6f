import "#src/kit/deferred.css";
import { Alert, Button, FileInput, List, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  accountDataContract,
  IMPORT_BYTES_MAX,
  type Imported,
} from "#src/features/reach/account-data/contract.ts";
import { EXPORT_DAYS } from "#src/features/reach/account-data/rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";

const api = clientFor("accountData", accountDataContract);

export function OwnDataPage() {
  return (
    <>
      <PageTitle title="Your data" />
      <Stack>
        <ExportCard />
        <ImportCard />
      </Stack>
    </>
  );
}

function ExportCard() {
  const start = useMutation({
    mutationFn: () => api.export.call({}),
    onSuccess: ({ url }) => {
      toastSuccess({ message: "Your download is starting. We’ve e-mailed you the link, too." });
      location.assign(url);
    },
    onError: (error) => toastError(error, "We couldn’t export your data. Try again."),
  });
  return (
    <Card
      title="Export"
      text={`Everything in your account as a ZIP file: profiles, links, leads, e-mail, figures, invoices, settings, and the activity log as JSON and CSV, and your pictures. We’ll e-mail you the link, too. It works for ${EXPORT_DAYS} days while you’re signed in.`}
      action={
        <Button loading={start.isPending} onClick={() => start.mutate()}>
          Export your data
        </Button>
      }
    />
  );
}

function ImportCard() {
  const [file, setFile] = useState<File | null>(null);
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (file: File) => api.import.call({ file }),
    onSuccess: () => {
      setFile(null);
      void queries.invalidateQueries();
    },
  });
  const isTooLarge = file !== null && file.size > IMPORT_BYTES_MAX;
  return (
    <Card
      title="Import"
      text="Bring an export back, or move it here from another account: profiles, links, pictures, leads and who gets no e-mail, templates, segments, sequences, rules, campaigns that haven’t gone out, and settings. What you have now stays as it is, and importing a file again duplicates nothing."
    >
      <FileInput
        label="Export file"
        placeholder="Choose a ZIP file"
        styles={{ placeholder: { color: "var(--mantine-color-dimmed)" } }}
        accept=".zip,application/zip"
        clearable
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          send.reset();
        }}
        error={isTooLarge && "This file is too large. An import takes up to 20 MB."}
        maw="24rem"
      />
      <FormFailure
        message={
          send.isError ? errorMessage(send.error, "We couldn’t import this file. Try again.") : undefined
        }
      />
      {send.data && <Report imported={send.data} />}
      <Button
        variant="default"
        disabled={!file || isTooLarge}
        style={{ alignSelf: "flex-start" }}
        loading={send.isPending}
        onClick={() => file && send.mutate(file)}
      >
        Import
      </Button>
    </Card>
  );
}

function Report({ imported: { profiles, links, leads, problems, unrestored } }: { imported: Imported }) {
  const added = `Added ${plural(profiles, "profile")}, ${plural(links, "link")}, and ${plural(leads, "lead")}.`;
  return (
    <Alert color={problems.length === 0 ? "teal" : "yellow"} variant="light" role="status">
      <Text size="sm">
        {added}
        {problems.length > 0 && " Some of it couldn’t be added:"}
      </Text>
      <Sentences items={problems} />
      {unrestored.length > 0 && (
        <Text size="sm" mt="xs">
          This part of the file is for reading only:
        </Text>
      )}
      <Sentences items={unrestored} />
    </Alert>
  );
}

function Sentences({ items }: { items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <List size="sm" mt="xs" style={{ overflowWrap: "anywhere" }}>
      {items.map((item) => (
        <List.Item key={item}>{item}</List.Item>
      ))}
    </List>
  );
}

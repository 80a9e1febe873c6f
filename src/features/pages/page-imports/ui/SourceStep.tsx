import { Button, FileButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconFileUpload, IconSearch } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type DragEvent, type FormEvent, type ReactNode, useState } from "react";
import { errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { PAGE_IMPORT_ERRORS, type PageImport } from "../contract.ts";
import { FILE_BYTES_MAX } from "../rules.ts";
import classes from "./PageImport.module.css";
import { pageImportQuery, pageImportsApi } from "./page-import-queries.ts";

const FALLBACK = "That didn’t get through. Check your connection and try again.";

/** Reads an address or a file, and shows what was found. */
function useReading() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (source: string | File) =>
      typeof source === "string"
        ? pageImportsApi.create.call({ url: source })
        : pageImportsApi.createFromFile.call({ file: source }),
    onSuccess: (page: PageImport) => {
      queries.setQueryData(pageImportQuery(page.id).queryKey, page);
      return navigate({ to: PATHS.pageImport, search: (search) => ({ ...search, id: page.id }) });
    },
  });
}

export function SourceStep() {
  const reading = useReading();
  const { variables, error, isPending } = reading;
  const isFile = variables instanceof File;
  const message = error ? errorMessage(error, FALLBACK) : undefined;
  return (
    <Stack gap="lg" maw={720}>
      <Card
        title="Paste its address"
        text="Linktree, Beacons, Bento, Link.me, Stan, bio.site, bio.link, Lnk.Bio, Taplink, Carrd, Campsite, LinkStack, LittleLink, or any page with links."
      >
        <AddressForm
          isPending={isPending && !isFile}
          error={isFile ? undefined : message}
          onSend={(url) => reading.mutate(url)}
        />
      </Card>
      <FileCard isPending={isPending && isFile} onFile={(file) => reading.mutate(file)}>
        <FormFailure message={isFile ? message : undefined} />
      </FileCard>
    </Stack>
  );
}

interface AddressFormProps {
  isPending: boolean;
  error: string | undefined;
  onSend: (url: string) => void;
}

function AddressForm({ isPending, error, onSend }: AddressFormProps) {
  const [url, setUrl] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(url.trim() === "");
    if (url.trim() !== "") onSend(url);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Address of your page"
          placeholder="linktr.ee/you"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          data-autofocus
          value={url}
          error={isEmpty ? PAGE_IMPORT_ERRORS.URL_INVALID.message : error}
          onChange={(event) => {
            setEmpty(false);
            setUrl(event.currentTarget.value);
          }}
        />
        <Button type="submit" w="fit-content" loading={isPending} leftSection={<IconSearch size={18} />}>
          Find links
        </Button>
      </Stack>
    </form>
  );
}

interface FileCardProps {
  isPending: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

function FileCard({ isPending, onFile, children }: FileCardProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <Card
      title="Or choose a file"
      text={`A page that you’ve saved in your browser (Ctrl+S, or ⌘S on a Mac), bookmarks, a CSV file from Bitly, Dub, or Short.io, a JSON file, or an export of a profile. Up to ${FILE_BYTES_MAX / 1024 / 1024} MB.`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut, the button inside does the same */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group gap="sm">
          <FileButton
            onChange={(file) => file && onFile(file)}
            accept=".html,.htm,.csv,.tsv,.txt,.json,text/html,text/csv,application/json"
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={isPending}
                leftSection={<IconFileUpload size={18} />}
              >
                Choose file
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            or drop it here
          </Text>
        </Group>
      </div>
      {children}
    </Card>
  );
}

import { Alert, Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Card } from "#src/kit/Card.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import type { Import } from "../contract.ts";
import { DELIMITER_LABELS, ENCODING_LABELS } from "./import-labels.ts";
import { importsApi, useUpdateImportCache } from "./import-queries.ts";

type Reading = Partial<Pick<Import, "encoding" | "delimiter" | "has_header">>;

const choices = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));

/** The parsing of the file, with a sample of its characters, and alternatives. */
export function ParseOptionsCard({ shown }: { shown: Import }) {
  const show = useUpdateImportCache();
  const { encoding, delimiter, has_header, rows_before } = shown;
  const read = useMutation({
    // Earlier choices stay.
    mutationFn: (changes: Reading) =>
      importsApi.reread.call({
        id: shown.id,
        delimiter,
        ...(!shown.is_encoding_guessed && { encoding }),
        ...changes,
      }),
    onSuccess: show,
    onError: (error) => toastError(error, "We couldn’t read the file that way. Try again."),
  });
  return (
    <Card
      title="How we read the file"
      text="Change this if names look wrong below, or if columns run together."
    >
      <Stack gap="sm">
        <Letters shown={shown} />
        <Group gap="sm" align="flex-end">
          <Select
            label="Separator"
            data={choices(DELIMITER_LABELS)}
            value={delimiter}
            onChange={(chosen) => chosen && read.mutate({ delimiter: chosen as Import["delimiter"] })}
            allowDeselect={false}
            disabled={read.isPending}
            w={{ base: "100%", xs: 200 }}
          />
          <Select
            label="Character encoding"
            data={choices(ENCODING_LABELS)}
            value={encoding}
            onChange={(chosen) => chosen && read.mutate({ encoding: chosen as Import["encoding"] })}
            allowDeselect={false}
            searchable
            disabled={read.isPending}
            w={{ base: "100%", xs: 320 }}
          />
        </Group>
        <Checkbox
          label="The first row has column names"
          {...(rows_before > 0 && {
            description:
              rows_before === 1
                ? "Not counting the first row, which we skip."
                : `Not counting the first ${rows_before} rows, which we skip.`,
          })}
          checked={has_header}
          onChange={({ currentTarget: { checked } }) => read.mutate({ has_header: checked })}
          disabled={read.isPending}
        />
      </Stack>
    </Card>
  );
}

function Letters({ shown: { letters, is_garbled, is_encoding_guessed } }: { shown: Import }) {
  if (letters.length === 0) return null;
  if (!is_garbled && !is_encoding_guessed) return <LetterLines letters={letters.slice(0, 1)} />;
  return (
    <Alert
      color={is_garbled ? "red" : "brass"}
      icon={<IconAlertTriangle />}
      title={is_garbled ? "Some characters are garbled" : "Do these characters look right?"}
    >
      <Stack gap="xs">
        <Text size="sm">
          {is_garbled
            ? "If no other character encoding helps, they were lost before: export the file again as UTF-8."
            : "The file doesn’t say which character encoding it has, so we guessed. If they look wrong, choose another one."}
        </Text>
        <LetterLines letters={letters} />
      </Stack>
    </Alert>
  );
}

function LetterLines({ letters }: { letters: readonly string[] }) {
  return (
    <div style={{ overflowWrap: "anywhere" }}>
      {[...new Set(letters)].map((line) => (
        <Text key={line} size="xs" lineClamp={2}>
          <bdi>{line}</bdi>
        </Text>
      ))}
    </div>
  );
}

import { ActionIcon, Button, Group, Input, Stack, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import {
  UTM_TEMPLATE_NAME_CHARS_MAX,
  type UtmTemplate,
  utmTemplatesContract,
} from "#src/features/pages/links/utm/utm-contract.ts";
import { UTM_NAMES, type UtmName } from "#src/features/pages/links/utm-rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { newId } from "#src/kit/new-id.ts";
import { toastError, toastUndo } from "#src/kit/toasts.tsx";
import { isBlank } from "#src/lib/text.ts";
import classes from "./LinkOptions.module.css";

const utmApi = clientFor("links", utmTemplatesContract);

export type UtmValues = Record<UtmName, string>;

interface UtmTemplatesProps {
  /** What the URL has now. */
  values: UtmValues;
  /** False for URLs that can't have any. */
  fits: boolean;
  onApply: (values: Partial<UtmValues>) => void;
}

/** The account's UTM templates: each fills in its parameters at one press. */
export function UtmTemplates({ values, fits, onApply }: UtmTemplatesProps) {
  const label = useId();
  const query = useQuery(utmApi.utmTemplates.queryOptions());
  const { save, remove } = useTemplates();
  const templates = query.data?.items ?? [];
  const hasValues = UTM_NAMES.some((name) => values[name] !== "");
  if (templates.length === 0 && !hasValues) return null;
  return (
    <Input.Wrapper size="md" label="Templates" labelElement="div" labelProps={{ id: label }}>
      <Stack gap="xs">
        {templates.length > 0 && (
          <Group gap="xs" role="group" aria-labelledby={label}>
            {templates.map((template) => (
              <Button.Group key={template.id}>
                <Button
                  variant="default"
                  size="compact-md"
                  disabled={!fits}
                  onClick={() => onApply(setIn(template))}
                >
                  <span className={classes.template} dir="auto">
                    {template.name}
                  </span>
                </Button>
                <ActionIcon
                  variant="default"
                  size={30}
                  aria-label={`Remove the template ${template.name}`}
                  onClick={() => remove.mutate(template)}
                >
                  <IconX size={14} />
                </ActionIcon>
              </Button.Group>
            ))}
          </Group>
        )}
        {hasValues && fits && (
          <SaveAs
            isSaving={save.isPending}
            failure={save.error ? errorMessage(save.error, FAILURE) : undefined}
            onSave={(name) => save.mutateAsync({ id: newId(), name, ...values })}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

const FAILURE = "The template couldn’t be saved. Try again.";

/** What a template sets. What it leaves empty stays. */
function setIn(template: UtmTemplate): Partial<UtmValues> {
  return Object.fromEntries(
    UTM_NAMES.filter((name) => template[name] !== "").map((name) => [name, template[name]]),
  );
}

interface SaveAsProps {
  isSaving: boolean;
  failure: string | undefined;
  onSave: (name: string) => Promise<unknown>;
}

function SaveAs({ isSaving, failure, onSave }: SaveAsProps) {
  const [name, setName] = useState("");
  const send = () => {
    if (isBlank(name) || isSaving) return;
    onSave(name).then(
      () => setName(""),
      () => undefined,
    );
  };
  return (
    <Group gap="xs" align="end">
      <TextInput
        flex="1 1 12rem"
        label="Save these as a template"
        placeholder="Instagram story"
        maxLength={UTM_TEMPLATE_NAME_CHARS_MAX}
        value={name}
        error={failure}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // It would send the link's form.
          event.preventDefault();
          send();
        }}
      />
      <Button variant="default" loading={isSaving} disabled={isBlank(name)} onClick={send}>
        Save template
      </Button>
    </Group>
  );
}

function useTemplates() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: utmApi.utmTemplates.key() });
  const save = useMutation(utmApi.saveUtmTemplate.mutationOptions({ onSuccess: refresh }));
  const remove = useMutation({
    mutationFn: ({ id }: UtmTemplate) => utmApi.removeUtmTemplate.call({ id }),
    onSuccess: (_, template) => {
      void refresh();
      toastUndo(`“${template.name}” removed`, () => save.mutate(template));
    },
    onError: (error) => toastError(error, "The template couldn’t be removed. Try again."),
  });
  return { save, remove };
}

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Template } from "#src/features/email/templates/contract.ts";
import { copyName } from "#src/features/email/templates/rules.ts";
import { newId } from "#src/kit/new-id.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { templatesApi, useTemplatesRefresh } from "../template-queries.ts";
import type { TemplateForm } from "../use-template-form.ts";
import type { EditingLock } from "./use-editing-lock.ts";

interface EditingNoticeProps {
  template: Template;
  lock: EditingLock;
  form: TemplateForm;
}

/** Shows who else is editing this, and the options. Input from before they took over isn't lost. */
export function EditingNotice({ template, lock, form }: EditingNoticeProps) {
  const { editor, isTakenOver, isTaking, takeOver } = lock;
  const copy = useCopy(template, form);
  if (!editor) return null;
  const isDirty = form.isDirty();
  return (
    <Alert
      color="brass"
      variant="light"
      role="status"
      icon={<IconLock size={20} />}
      title={isTakenOver ? `${editor.name} took over` : `${editor.name} is editing this`}
    >
      <Stack gap="sm">
        <Text size="sm">
          {isDirty
            ? "What you’ve typed is still here, but not saved. Keep it as a template of its own, or take over again."
            : "You can read it. To change something, wait until they’re done, or take over: what they haven’t saved stays with them."}
        </Text>
        <Group gap="xs">
          {isDirty && (
            <Button size="compact-md" loading={copy.isPending} onClick={() => copy.mutate()}>
              Save as a copy
            </Button>
          )}
          <Button size="compact-md" variant="default" loading={isTaking} onClick={takeOver}>
            Take over editing
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Saves the current input as another template, and opens that. */
function useCopy({ folder }: Template, form: TemplateForm) {
  const navigate = useNavigate();
  const refresh = useTemplatesRefresh();
  return useMutation({
    mutationFn: () => {
      const { name, ...values } = form.getValues();
      return templatesApi.create.call({ id: newId(), folder, ...values, name: copyName(name) });
    },
    onSuccess: ({ id }) => {
      // It's saved there, so leaving loses nothing.
      form.reset();
      void refresh();
      toastSuccess({ message: "Copy saved" });
      void navigate({ to: PATHS.template, params: { id } });
    },
    onError: (error) => toastError(error, "The copy couldn’t be saved. Try again."),
  });
}

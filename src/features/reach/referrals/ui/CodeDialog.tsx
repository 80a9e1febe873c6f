import { Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Program, REFERRAL_ERRORS } from "#src/features/reach/referrals/contract.ts";
import { CODE_CHARS_MAX, refuseCode } from "#src/features/reach/referrals/rules.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { referralsApi, useProgramRefresh } from "./shared/referral-queries.ts";

interface CodeDialogProps {
  program: Program;
  opened: boolean;
  onClose: () => void;
}

export function CodeDialog({ opened, ...form }: CodeDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Change your code">
      <CodeForm {...form} />
    </FormDialog>
  );
}

function CodeForm({ program, onClose }: Omit<CodeDialogProps, "opened">) {
  const refresh = useProgramRefresh();
  const [code, setCode] = useState(program.code ?? "");
  const [early, setEarly] = useState<string>();
  const send = useMutation({
    mutationFn: () => referralsApi.setCode.call({ code }),
    onSuccess: async () => {
      await refresh();
      onClose();
      toastSuccess({ message: "Your link has its new code" });
    },
  });
  const {
    submit,
    failure: late,
    isSending,
  } = formOf(send, "The code couldn’t be saved. Try again.", () => {
    const refusal = isOwn(program, code) ? undefined : refuseCode(code.trim());
    setEarly(refusal && REFERRAL_ERRORS[refusal].message);
    return !refusal;
  });
  const isOfCode = apiErrorOf(send.error)?.code.startsWith("CODE_") ?? false;
  const entity = { submit, failure: isOfCode ? undefined : late, isSending };
  return (
    <DialogForm entity={entity} action="Save code" onClose={onClose}>
      <TextInput
        label="Code"
        description="Your name, a campaign, anything people remember."
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={CODE_CHARS_MAX}
        value={code}
        error={early ?? (isOfCode ? late : undefined)}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
          setEarly(undefined);
          send.reset();
        }}
      />
      <Text size="sm" c="dimmed">
        Links and QR codes with the code you have now keep working.
      </Text>
    </DialogForm>
  );
}

/** Going back to an earlier code is always allowed. */
function isOwn({ code, older_codes }: Program, wanted: string): boolean {
  const known = [code ?? "", ...older_codes].map((one) => one.toLowerCase());
  return known.includes(wanted.trim().toLowerCase());
}

import { TagsInput, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { instanceQuery, type Me } from "#src/features/accounts/ui/shared/account-queries.ts";
import { INVITATION_DAYS } from "#src/features/members/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { RoleFields } from "./RoleFields.tsx";
import { INVITED_AT_ONCE_MAX, splitAddresses, useInvite } from "./use-invite.ts";

interface InviteDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

export function InviteDialog({ me, opened, onClose }: InviteDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Invite people">
      <InviteForm me={me} onClose={onClose} />
    </FormDialog>
  );
}

function InviteForm({ me, onClose }: Omit<InviteDialogProps, "opened">) {
  const { data: instance } = useQuery(instanceQuery());
  const { values, change, emailError, limitError, entity } = useInvite(me, onClose);
  return (
    <DialogForm entity={entity} action="Send invitation" onClose={onClose}>
      <TagsInput
        label="E-mail addresses"
        description={`Each gets a link that works for ${INVITATION_DAYS} days.`}
        placeholder={values.emails.length === 0 ? "name@example.com" : ""}
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        splitChars={[",", ";", " ", "\n"]}
        maxTags={INVITED_AT_ONCE_MAX}
        data-autofocus
        value={values.emails}
        error={emailError}
        errorProps={{ style: { whiteSpace: "pre-line", overflowWrap: "anywhere" } }}
        onChange={(emails) => change({ emails: splitAddresses(emails) })}
      />
      <RoleFields me={me} values={values} error={limitError} onChange={change} />
      {instance?.sends_email === false && (
        <Text size="sm" c="dimmed">
          This instance has no mail server yet. The people who run it can pass the link on.
        </Text>
      )}
    </DialogForm>
  );
}

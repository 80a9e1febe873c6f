import { TagsInput, Text } from "@mantine/core";
import type { Me } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { INVITATION_DAYS } from "#src/features/identity/members/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { NoMailServerText, useSendsEmail } from "./NoMailServer.tsx";
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
  const sendsEmail = useSendsEmail();
  const { values, change, emailError, limitError, entity } = useInvite(me, onClose);
  return (
    <DialogForm entity={entity} action={sendsEmail ? "Send invitation" : "Add invitation"} onClose={onClose}>
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
      <Text size="sm" c="dimmed">
        <NoMailServerText />
      </Text>
    </DialogForm>
  );
}

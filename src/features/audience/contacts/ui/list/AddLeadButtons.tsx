import { Anchor, Button, TagsInput, Text, TextInput } from "@mantine/core";
import { IconPlus, IconUpload } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useHasFeature, useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { Contact } from "../../contract.ts";
import { suggestAddress } from "../../page/typo.ts";
import { contactsApi } from "../contact-queries.ts";
import { contactName } from "../shared/contact-labels.ts";

interface AddLeadProps {
  profileId: string | undefined;
  onAdded: (contact: Contact) => void;
}

export function AddLeadButtons(props: AddLeadProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  // Imported people belong to no profile, so people who are limited to some have no access to them.
  const isUnlimited = useMe()?.account.profile_ids === null;
  const canImport = useHasFeature("contact_imports") && isUnlimited;
  return (
    <>
      {canImport && (
        <Button
          variant="default"
          component={Link}
          to={PATHS.leadImports}
          leftSection={<IconUpload size={16} />}
        >
          Import
        </Button>
      )}
      <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        Add lead
      </Button>
      <FormDialog title="Add lead" opened={isOpen} onClose={close}>
        <AddLeadForm {...props} onClose={close} />
      </FormDialog>
    </>
  );
}

const FIELDS: Readonly<Record<string, string>> = {
  EMAIL_INVALID: "email",
  CONTACT_EXISTS: "email",
  PHONE_INVALID: "phone",
};

function AddLeadForm({ profileId, onAdded, onClose }: AddLeadProps & { onClose: () => void }) {
  const queries = useQueryClient();
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  const entity = useEntityForm({
    kind: "dialog",
    row: undefined as Contact | undefined,
    valuesOf: () => ({ email: "", name: "", phone: "", tags: [] as string[] }),
    checks: {},
    sentOf: ({ phone, ...values }) => ({ ...values, phone: phone || null, profile_id: profileId }),
    send: (sent, { id }) => contactsApi.create.call({ id, ...sent }),
    fieldOf: ({ code }) => FIELDS[code],
    failure: "The lead couldn’t be added. Try again.",
    onSaved: async (contact) => {
      await queries.invalidateQueries({ queryKey: contactsApi.key() });
      onClose();
      toastSuccess({ message: `${contactName(contact)} was added.` });
      onAdded(contact);
    },
  });
  const { form } = entity;
  const meant = suggestAddress(form.values.email);
  return (
    <DialogForm entity={entity} action="Add lead" onClose={onClose}>
      <TextInput label="E-mail" type="email" required data-autofocus {...form.getInputProps("email")} />
      {meant && (
        <Text size="sm" role="status">
          Did you mean{" "}
          <Anchor component="button" type="button" inherit onClick={() => form.setFieldValue("email", meant)}>
            {meant}
          </Anchor>
          ?
        </Text>
      )}
      <TextInput label="Name" {...form.getInputProps("name")} />
      <TextInput label="Phone" type="tel" {...form.getInputProps("phone")} />
      <TagsInput label="Tags" data={settings.data?.tags ?? []} {...form.getInputProps("tags")} />
    </DialogForm>
  );
}

import { Select, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PremiumOffer } from "#src/features/money/billing/ui/shared/PremiumOffer.tsx";
import { profilesQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { domainsApi, useDomainsRefresh } from "./domain-queries.ts";

interface AddDomainDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function AddDomainDialog({ opened, onClose }: AddDomainDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Add domain">
      <AddDomainForm onClose={onClose} />
    </FormDialog>
  );
}

function AddDomainForm({ onClose }: Pick<AddDomainDialogProps, "onClose">) {
  const refresh = useDomainsRefresh();
  const profiles = useQuery(profilesQuery()).data?.items ?? [];
  const { selected } = useSelectedProfile();
  const [host, setHost] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const profile_id = chosen ?? selected?.id ?? profiles[0]?.id ?? "";
  const send = useMutation({
    mutationFn: async () => {
      const { id } = await domainsApi.add.call({ host, profile_id });
      // Its name servers reveal the provider, and the records may already be there.
      await domainsApi.check.call({ id }).catch(() => undefined);
    },
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const { submit, failure, isSending } = formOf(send, "The domain couldn’t be added. Try again.");
  const code = apiErrorOf(send.error)?.code ?? "";
  const isOfHost = code.startsWith("DOMAIN_") && code !== "DOMAIN_LIMIT";
  const isOfProfile = code === "PROFILE_NOT_FOUND";
  const entity = {
    submit,
    failure: isOfHost || isOfProfile ? undefined : failure,
    isSending,
  };
  return (
    <DialogForm
      entity={entity}
      action="Add domain"
      onClose={onClose}
      help={code === "PREMIUM_REQUIRED" && <PremiumOffer what="domains" isRefused />}
    >
      <TextInput
        label="Domain"
        description="Enter it the way visitors should see it. If it’s example.com, www.example.com redirects there, and vice versa."
        placeholder="links.example.com"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus
        value={host}
        error={isOfHost ? failure : undefined}
        onChange={({ currentTarget }) => setHost(currentTarget.value)}
      />
      <Select
        label="Profile"
        description="Its page is what visitors see there."
        data={profiles.map(({ id, name, username }) => ({ value: id, label: `${name} (/${username})` }))}
        value={profile_id || null}
        allowDeselect={false}
        searchable
        error={isOfProfile ? failure : undefined}
        onChange={setChosen}
      />
    </DialogForm>
  );
}

import { NumberInput, Switch } from "@mantine/core";
import { PAST_EMAILS_DEFAULT, PAST_EMAILS_MAX } from "#src/features/pages/profiles/page/settings.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";

export function PastEmailFields({ form }: { form: ProfileForm }) {
  const { past_emails } = form.values;
  const set = (most: number | null) => form.setFieldValue("past_emails", most);
  return (
    <EditorSection title="Past e-mails">
      <Switch
        size="md"
        label="Show past e-mails"
        description="Campaigns in this page’s public archive, newest first, below your links. You choose the archive in each campaign."
        checked={past_emails !== null}
        onChange={({ currentTarget }) => set(currentTarget.checked ? PAST_EMAILS_DEFAULT : null)}
      />
      {past_emails !== null && (
        <NumberInput
          size="md"
          label="How many"
          min={1}
          max={PAST_EMAILS_MAX}
          allowDecimal={false}
          clampBehavior="strict"
          w={{ base: "100%", xs: 200 }}
          value={past_emails}
          error={form.errors.past_emails}
          onChange={(most) => typeof most === "number" && set(most)}
        />
      )}
    </EditorSection>
  );
}

import { Button, Checkbox, Group, SimpleGrid, Switch } from "@mantine/core";
import { IN_APP_BROWSERS } from "#src/features/in-app/rules.ts";
import { EditorSection } from "../EditorSection.tsx";
import type { ProfileForm } from "../use-profile-form.ts";

const OTHERS = IN_APP_BROWSERS.filter(({ key, hasHelp }) => hasHelp && key !== "tiktok");

/** Help for visitors whose app shows the page in a browser of its own. */
export function AppFields({ form }: { form: ProfileForm }) {
  const { in_app_browsers } = form.values;
  const hasAll = OTHERS.every(({ key }) => in_app_browsers.includes(key));
  const choose = (keys: string[]) => form.setFieldValue("in_app_browsers", keys);
  return (
    <EditorSection
      title="Visitors from apps"
      text="Some apps open links in a small browser of their own, where people are not signed in and downloads fail. Their visitors are shown how to open your page in their real browser."
    >
      <Switch
        size="md"
        label="TikTok"
        description="Shows “Open in Browser” with the steps instead of your page."
        {...form.getInputProps("tiktok_fallback_enabled", { type: "checkbox" })}
      />
      <Checkbox.Group
        label="Other apps"
        description="The same help, with “continue here” beside it."
        size="md"
        {...form.getInputProps("in_app_browsers")}
      >
        <SimpleGrid cols={{ base: 2, xs: 3 }} mt="sm" spacing="sm">
          {OTHERS.map(({ key, label }) => (
            <Checkbox key={key} value={key} label={label} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Group>
        <Button
          variant="light"
          size="compact-md"
          onClick={() => choose(hasAll ? [] : OTHERS.map(({ key }) => key))}
        >
          {hasAll ? "None of them" : "All of them"}
        </Button>
      </Group>
    </EditorSection>
  );
}

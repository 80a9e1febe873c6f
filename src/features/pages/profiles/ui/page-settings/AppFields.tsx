import { Button, Checkbox, Group, SimpleGrid, Switch } from "@mantine/core";
import { IN_APP_BROWSERS } from "#src/features/pages/in-app-browsers/rules.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";

/** The only entry that isn't a name. */
const ANY_OTHER = "webview";
const OTHERS = IN_APP_BROWSERS.filter(({ key, hasHelp }) => hasHelp && key !== "tiktok");

/** Help for visitors in an app's built-in browser. */
export function AppFields({ form }: { form: ProfileForm }) {
  const { in_app_browsers } = form.values;
  const hasAll = OTHERS.every(({ key }) => in_app_browsers.includes(key));
  const choose = (keys: string[]) => form.setFieldValue("in_app_browsers", keys);
  return (
    <EditorSection
      title="In-app browsers"
      text="Some apps open links in a built-in browser, where people aren’t signed in and downloads fail. We show those visitors how to open your page in their real browser."
    >
      <Switch
        size="md"
        label="TikTok"
        description="Shows the “Open in Browser” steps instead of your page."
        {...form.getInputProps("tiktok_fallback_enabled", { type: "checkbox" })}
      />
      <Checkbox.Group
        label="Other apps"
        description="The same steps, with an option to stay in the app."
        size="md"
        {...form.getInputProps("in_app_browsers")}
      >
        <SimpleGrid cols={{ base: 2, xs: 3 }} mt="sm" spacing="sm">
          {OTHERS.map(({ key, label }) => (
            <Checkbox key={key} value={key} label={key === ANY_OTHER ? "Any other app" : label} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Group>
        <Button
          variant="light"
          size="compact-md"
          onClick={() => choose(hasAll ? [] : OTHERS.map(({ key }) => key))}
        >
          {hasAll ? "Clear all" : "Select all"}
        </Button>
      </Group>
    </EditorSection>
  );
}

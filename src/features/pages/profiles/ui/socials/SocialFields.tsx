import { Button, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { SOCIAL_PLATFORMS } from "#src/features/pages/profiles/rules.ts";
import { newId } from "#src/kit/new-id.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import classes from "../editor/ProfileEditor.module.css";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { SocialRowFields } from "./SocialRowFields.tsx";
import { OTHER_PLATFORM } from "./social-choices.ts";

const FAVOURITES = ["instagram", "tiktok", "youtube", ...SOCIAL_PLATFORMS];

export function SocialFields({ form }: { form: ProfileForm }) {
  const { socials } = form.values;
  const add = () => {
    const used = new Set(socials.map((social) => social.platform));
    const platform = FAVOURITES.find((name) => !used.has(name)) ?? OTHER_PLATFORM;
    form.insertListItem("socials", { key: newId(), platform, url: "" });
  };
  return (
    <EditorSection
      title="Social profiles"
      text="Shown as icons below your links. Your username is enough for most. Empty entries stay hidden."
    >
      {socials.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      ) : (
        <Stack component="ul" gap="sm" className={classes.socials}>
          {socials.map((social, index) => (
            <SocialRowFields key={social.key} form={form} index={index} />
          ))}
        </Stack>
      )}
      <Button variant="light" leftSection={<IconPlus size={18} />} onClick={add} w="fit-content">
        Add social profile
      </Button>
    </EditorSection>
  );
}

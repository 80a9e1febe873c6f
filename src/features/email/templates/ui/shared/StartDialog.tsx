import { Modal, SimpleGrid, Stack, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { isEmptyMail } from "#src/features/email/templates/blocks/blocks-rules.ts";
import { lookOf } from "#src/features/email/templates/page/look.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { confirm } from "#src/kit/confirm.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { partsOfStarter, READY } from "../starter-choices.ts";
import { TemplateChoice } from "../TemplateChoice.tsx";
import { templatesApi } from "../template-queries.ts";
import { startFrom, withNewIds } from "./template-start.ts";
import type { MailChange, WrittenMail } from "./written-mail.ts";

interface StartDialogProps {
  opened: boolean;
  mail: WrittenMail;
  onMail: (change: MailChange) => void;
  onClose: () => void;
}

/** The account’s templates, and ours. Whatever is written already isn’t replaced without asking. */
export function StartDialog({ opened, mail, onMail, onClose }: StartDialogProps) {
  const { selected } = useSelectedProfile();
  const { full: urlOf } = usePageUrls();
  const { data } = useQuery({ ...templatesApi.list.queryOptions(), enabled: opened });
  const start = async (change: MailChange) => {
    if (!(await mayReplace(mail))) return;
    onMail(change);
    onClose();
  };
  const open = useMutation({
    mutationFn: (id: string) => templatesApi.get.call({ id }),
    onSuccess: (template) => start((latest) => startFrom(template, latest)),
    onError: (error) => toastError(error, "The template couldn’t be copied. Try again."),
  });
  const own = data?.items ?? [];
  const ready = READY.map((choice) => ({ choice, parts: partsOfStarter(choice, selected, urlOf) }));
  return (
    <Modal opened={opened} onClose={onClose} title="Start from" size="xl">
      <Stack>
        {own.length > 0 && (
          <Choices title="Your templates">
            {own.map(({ id, name, subject, look }) => (
              <TemplateChoice
                key={id}
                name={name}
                about={subject}
                look={look}
                disabled={open.isPending}
                onChoose={() => open.mutate(id)}
              />
            ))}
          </Choices>
        )}
        <Choices title="Ours">
          {ready.map(({ choice: { key, name, about }, parts }) => (
            <TemplateChoice
              key={key}
              name={name}
              about={about}
              look={lookOf({ ...parts, mode: "blocks" })}
              disabled={open.isPending}
              onChoose={() =>
                void start(({ subject, preheader }) => ({
                  mode: "blocks",
                  subject: subject || parts.subject,
                  preheader: preheader || parts.preheader,
                  blocks: withNewIds(parts.blocks),
                  theme: parts.theme,
                }))
              }
            />
          ))}
        </Choices>
      </Stack>
    </Modal>
  );
}

function Choices({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {children}
      </SimpleGrid>
    </Stack>
  );
}

async function mayReplace({ mode, blocks, html }: WrittenMail): Promise<boolean> {
  if (mode === "template" || isEmptyMail({ mode, blocks, source: html })) return true;
  return confirm({
    title: "Replace what you’ve written?",
    message: "The template takes the place of this e-mail. Its subject stays.",
    confirm: "Replace",
    danger: true,
  });
}

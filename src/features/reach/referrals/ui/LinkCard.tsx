import { Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCopy, IconDownload, IconPencil, IconShare2 } from "@tabler/icons-react";
import { useInstanceName } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { Program } from "#src/features/reach/referrals/contract.ts";
import { writeClipboard } from "#src/kit/clipboard.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { toastFailure, toastSuccess } from "#src/kit/toasts.tsx";

const CodeDialog = lazyDialog(async () => (await import("./CodeDialog.tsx")).CodeDialog);

/** Spec §8. */
async function copyLink(link: string): Promise<void> {
  if (await writeClipboard(link))
    toastSuccess({ title: "Copied!", message: "Referral link copied to clipboard" });
  else toastFailure({ title: "Failed to copy link", message: link });
}

/** A code is black on white even in dark mode, because scanners can't read it inverted. */
const CODE_STYLE = { background: "#fff", borderRadius: "var(--mantine-radius-md)" };

/** The referral link, with everything people do with it. */
export function LinkCard({ program }: { program: Program }) {
  const link = program.link ?? "";
  const picture = `data:image/svg+xml,${encodeURIComponent(program.qr_svg ?? "")}`;
  const [choosing, choose] = useDisclosure(false);
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label="Your link">
      <Group align="flex-start" gap="lg">
        <Stack gap="sm" flex="1 1 18rem" miw={0}>
          <TextInput
            label="Your referral link"
            value={link}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Group gap="xs">
            <Button leftSection={<IconCopy size={18} />} onClick={() => void copyLink(link)}>
              Copy link
            </Button>
            <ShareButton link={link} />
            <Button variant="default" leftSection={<IconPencil size={18} />} onClick={choose.open}>
              Change code…
            </Button>
          </Group>
          {program.older_codes.length > 0 && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              Links with your earlier codes still work: {program.older_codes.join(", ")}
            </Text>
          )}
        </Stack>
        <Stack gap="xs" align="center" mx="auto">
          <img
            src={picture}
            alt="QR code of your referral link"
            width={144}
            height={144}
            style={CODE_STYLE}
          />
          <Button
            component="a"
            href={picture}
            download={`referral-${program.code}.svg`}
            aria-label="Download QR code as SVG"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={16} />}
          >
            QR code
          </Button>
        </Stack>
      </Group>
      <CodeDialog program={program} opened={choosing} onClose={choose.close} />
    </Paper>
  );
}

function ShareButton({ link }: { link: string }) {
  const name = useInstanceName();
  if (!("share" in navigator)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconShare2 size={18} />}
      // Closing the system's share sheet isn't a failure.
      onClick={() => void navigator.share({ title: name, url: link }).catch(() => undefined)}
    >
      Share…
    </Button>
  );
}

import { Anchor, Box, Paper, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { BrandMark } from "#src/kit/BrandMark.tsx";
import classes from "./AuthFrame.module.css";
import { useInstanceName } from "./account-queries.ts";

interface AuthFrameProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  /** Below the card. */
  footer?: ReactNode;
}

export function AuthFrame({ title, text, children, footer }: AuthFrameProps) {
  const name = useInstanceName();
  useDocumentTitle(`${title} · ${name}`);
  return (
    <main className={classes.page}>
      <Box className={classes.column}>
        <Anchor href="/" className={classes.brand} underline="never" c="inherit">
          <BrandMark size={40} />
          <span className={classes.name}>{name}</span>
        </Anchor>
        <Paper withBorder shadow="sm" radius="lg" p={{ base: "lg", xs: "xl" }}>
          <Stack gap={4} mb="lg">
            <Title order={1} size="h2">
              {title}
            </Title>
            {text && (
              <Text c="dimmed" size="sm" component="div">
                {text}
              </Text>
            )}
          </Stack>
          {children}
        </Paper>
        {footer && (
          <Text ta="center" size="sm" c="dimmed" component="div">
            {footer}
          </Text>
        )}
      </Box>
    </main>
  );
}

ALTER TABLE "imports" ADD COLUMN "starts_sequences" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sequence_versions" ADD COLUMN "tests" jsonb DEFAULT '{}'::jsonb NOT NULL;
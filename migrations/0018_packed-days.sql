CREATE TABLE "packed_days" (
	"profile_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version" uuid NOT NULL,
	"events" integer NOT NULL,
	"words" jsonb NOT NULL,
	"minutes" "bytea" NOT NULL,
	"kinds" "bytea" NOT NULL,
	"places" "bytea",
	"clients" "bytea",
	"sources" "bytea",
	"utms" "bytea",
	"links" "bytea",
	"visitors" "bytea",
	CONSTRAINT "packed_days_profile_id_day_pk" PRIMARY KEY("profile_id","day")
);

DROP INDEX "fan_leads_name";--> statement-breakpoint
CREATE INDEX "fan_leads_profile" ON "fan_leads" USING btree ("profile_id","created_at","id");--> statement-breakpoint
CREATE INDEX "fan_leads_picked" ON "fan_leads" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "fan_leads_name" ON "fan_leads" USING btree ("user_id",lower("name"),"id");
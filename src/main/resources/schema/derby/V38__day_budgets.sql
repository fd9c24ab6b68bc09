-- What servers have taken of the limits of a day of UTC, in US dollars; subject is TENANT (then name is ''), AGENT or SCHEDULE.
CREATE TABLE budget_day (
  tenant VARCHAR(64) NOT NULL,
  subject VARCHAR(16) NOT NULL,
  name VARCHAR(64) NOT NULL,
  budget_date DATE NOT NULL,
  taken DECIMAL(20, 6) NOT NULL,
  PRIMARY KEY (tenant, subject, name, budget_date)
);
ALTER TABLE schedule ADD COLUMN day_usd DECIMAL(20, 6);

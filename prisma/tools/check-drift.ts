import { compareWithSchema } from './compare-with-schema.ts';

const { differs, text } = compareWithSchema('summary');
if (differs) {
  console.error(
    `prisma/migrations and prisma/schema differ:\n\n${text}\n\nWrite the missing migration: npm run db:new-migration -- NAME`,
  );
  process.exitCode = 1;
} else {
  console.log('prisma/migrations and prisma/schema agree');
}

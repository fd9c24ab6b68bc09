-- How many numbers the database takes from an identity at once. Whoever takes the next range is refused at once (40XL1) while
-- another transaction reads the identity's row, as one that compiles a statement does; with the usual 100 that happened
-- to jobs again and again, with this one once in 10,000 of them. After a crash that many numbers are left out.
CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('derby.language.sequence.preallocator', '10000');

-- Wrong proofs for a listed roll number are tries at registering as well: counted in the same place.
-- What the other table counts is forgotten after a quarter of an hour anyway.
drop table registration_failures;

-- In lower case: a wrong proof for this roll number. Null: a registration, which counts for its network.
alter table registration_tries add person_id text;

drop index registration_tries_of_network;
create index registration_tries_of_origin on registration_tries (network, person_id, tried_at);

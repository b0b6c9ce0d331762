notice(
  merge({ a => 1 }, { b => 2 }),
  concat([1], [2], 3),
  pick(undef, '', 'x'),
  pick_default('', 'd'),
  member([1, 2], 2)
)
notice(
  any2array('a'),
  any2bool('yes'),
  bool2num(true),
  bool2str(false, 'on', 'off'),
  capitalize('abc'),
  count([1, undef, 2]),
  deep_merge({ a => { b => 1 } }, { a => { c => 2 } })
)
notice(
  delete([1, 2, 1], 1),
  delete_at(['a', 'b', 'c'], 1),
  delete_undef_values({ a => undef, b => 1 }),
  delete_values({ a => 1, b => 2 }, 1),
  difference([1, 2, 3], [2]),
  intersection([1, 2], [2, 3]),
  union([1], [2, 1])
)
notice(dirname('/a/b/c.txt'), basename('/a/b/c.txt', '.txt'), dos2unix("a\r\nb"))
notice(
  flatten([1, [2]]),
  grep(['aaa', 'bbb'], 'aa'),
  has_key({ a => 1 }, 'a'),
  hash(['a', 1]),
  join_keys_to_values({ a => 1, b => [2, 3] }, '='),
  keys({ a => 1 }),
  lstrip(' a'),
  max(1, 3),
  min(1, 3)
)
notice(
  num2bool(1),
  parsejson('{"a":[1,2]}'),
  parseyaml("a: 1\nb: [x]"),
  to_json({ a => [1, undef] }),
  to_yaml({ 'a' => 1 }),
  to_json_pretty({ 'a' => 1 }),
  prefix(['a', 'b'], 'p-'),
  suffix(['a'], '-s'),
  range('a', 'd'),
  range(1, 5, 2)
)
notice(
  reject(['aaa', 'bbb'], 'aa'),
  reverse([1, 2]),
  shell_escape('a b'),
  shuffle([1]),
  squeeze('aabb'),
  str2bool('yes'),
  str2saltedsha512('x').length,
  strftime('%Y').length,
  swapcase('aB'),
  unique([1, 1]),
  uriescape('a b'),
  values_at([1, 2, 3, 4], ['0-1', 3]),
  zip([1, 2], ['a', 'b'])
)
notice(
  fqdn_rand_string(8),
  seeded_rand(100, 's'),
  regexpescape('a.b'),
  stdlib::start_with('abc', 'ab'),
  stdlib::extname('a.rb'),
  sprintf_hash('%<a>s', { 'a' => 1 }),
  stdlib::end_with('abc', 'c')
)

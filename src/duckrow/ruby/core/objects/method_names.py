"""Names of the methods of Ruby's values, for "Did you mean?".

These are the methods of Ruby 3.1 and those that Puppet 7 adds, whether duckrow has them or not. For
nil Ruby never guesses.
"""

from __future__ import annotations

NAMES: dict[str, list[str]] = {
    "Object": r"""
        singleton_class meta_eval meta_def class_def daemonize to_yaml meta_undef to_pson to_json
        dup itself taint tainted? untaint untrust untrusted? trust methods singleton_methods
        protected_methods private_methods public_methods instance_variables instance_variable_get
        instance_variable_set instance_variable_defined? remove_instance_variable instance_of?
        kind_of? is_a? display hash public_send class frozen? tap then extend yield_self clone
        method public_method singleton_method <=> === define_singleton_method =~ !~ nil? eql?
        respond_to? freeze inspect object_id send to_enum enum_for to_s __send__ ! __id__
        instance_eval == instance_exec != equal?
    """.split(),
    "String": r"""
        unicode_normalized? encode! unicode_normalize ascii_only? unicode_normalize! to_r encode
        to_c include? % * + unpack unpack1 count partition +@ -@ << sum next [] []= empty? casecmp
        insert casecmp? match? bytesize match next! succ! index upto replace rindex chr clear
        byteslice getbyte setbyte scrub scrub! dump intern upcase downcase capitalize swapcase
        upcase! undump length size downcase! succ swapcase! hex capitalize! split chars oct
        grapheme_clusters concat codepoints lines bytes to_str end_with? start_with? reverse
        reverse! sub to_i to_f rjust center prepend crypt ord chomp strip to_sym ljust delete_prefix
        delete_suffix lstrip gsub scan chomp! sub! gsub! rstrip delete_prefix! chop lstrip! rstrip!
        chop! delete_suffix! strip! tr_s delete squeeze tr! tr delete! squeeze! each_line each_byte
        tr_s! each_codepoint each_grapheme_cluster slice slice! each_char encoding force_encoding b
        valid_encoding? rpartition to_pson_raw_object to_pson_raw to_json_raw to_json_raw_object
        between? clamp <= >= < >
    """.split(),
    "Array": r"""
        to_h include? & * + - at fetch last union difference intersection intersect? push append pop
        shift unshift each_index join rotate rotate! sort! sort_by! collect! map! select! filter!
        keep_if values_at delete_at delete_if reject! transpose fill sort assoc rassoc compact!
        flatten uniq! find_index count select filter combination reject collect map
        repeated_permutation flatten! permutation bsearch bsearch_index repeated_combination product
        first all? any? one? none? minmax shuffle! deconstruct pack reverse_each shuffle zip | take
        take_while drop cycle drop_while sample << uniq compact sum [] []= empty? insert index
        rindex replace clear max min length size each reverse concat reverse! to_ary prepend to_a
        delete slice slice! dig chunk slice_before slice_after slice_when chunk_while chain lazy
        to_set find entries sort_by grep grep_v detect find_all filter_map flat_map collect_concat
        inject reduce partition group_by tally min_by max_by minmax_by member? each_with_index
        each_entry each_slice each_cons each_with_object
    """.split(),
    "Hash": r"""
        compare_by_identity value? deconstruct_keys compare_by_identity? member? dig compact any? <=
        >= [] []= key empty? to_h include? replace clear length size fetch each < > shift to_hash
        to_proc to_a keep_if values_at filter! delete_if select! reject! assoc rassoc compact!
        flatten select filter delete reject default rehash store default= default_proc default_proc=
        each_value each_key each_pair transform_keys transform_keys! transform_values
        transform_values! keys values fetch_values except slice invert update merge! merge has_key?
        has_value? key? drop_while cycle chunk slice_before slice_after slice_when chunk_while sum
        uniq chain lazy to_set max min find entries sort sort_by grep grep_v count detect find_index
        find_all filter_map collect map flat_map collect_concat inject reduce partition group_by
        tally first all? one? none? minmax min_by max_by minmax_by each_with_index reverse_each
        each_entry each_slice each_cons each_with_object zip take take_while drop
    """.split(),
    "Integer": r"""
        anybits? nobits? downto times pred pow ** << >> <= >= next rationalize digits [] lcm gcdlcm
        denominator gcd -@ upto ~ % chr & * + - / bit_length even? odd? size succ < to_bn > ord
        to_int to_i to_f to_r div divmod fdiv ^ coerce modulo remainder abs magnitude zero? floor
        ceil round truncate integer? | numerator allbits? +@ arg real? rectangular rect polar real
        imaginary imag abs2 angle phase conjugate conj to_c infinite? finite? singleton_method_added
        quo i nonzero? step positive? negative? between? clamp
    """.split(),
    "Float": r"""
        rationalize arg ** -@ <= >= angle phase nan? infinite? finite? next_float prev_float % * + -
        / < > to_int to_i to_f to_r divmod fdiv quo coerce modulo abs magnitude zero? floor ceil
        round truncate positive? negative? numerator denominator integer? +@ real? rectangular rect
        polar real imaginary imag abs2 conjugate conj to_c singleton_method_added div i remainder
        nonzero? step between? clamp
    """.split(),
    "TrueClass": r"""
        ^ | &
    """.split(),
    "FalseClass": r"""
        ^ | &
    """.split(),
    "Symbol": r"""
        start_with? end_with? to_sym to_proc next [] empty? casecmp casecmp? match match? name
        intern slice encoding upcase downcase capitalize swapcase length size succ id2name between?
        clamp <= >= < >
    """.split(),
}

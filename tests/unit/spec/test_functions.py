"""Functions in Ruby that examples call: their arguments, stubs, and the machine they run on."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.spec.runner import ExampleResult, Job, run_file

NEWER = "Puppet::Functions.create_function(:'ducks::NAME') do\nBODY\nend\n"
OLDER = "Puppet::Parser::Functions.newfunction(:NAME, type: :rvalue) do |args|\nBODY\nend\n"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Return the directory of a module that is among its own fixtures."""
    made = tmp_path / "ducks"
    (made / "spec/fixtures/modules").mkdir(parents=True)
    (made / "spec/fixtures/modules/ducks").symlink_to(made)
    return made


def add_newer(module: Path, name: str, body: str) -> None:
    file = module / f"lib/puppet/functions/ducks/{name}.rb"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(NEWER.replace("NAME", name).replace("BODY", body))


def add_older(module: Path, name: str, body: str) -> None:
    file = module / f"lib/puppet/parser/functions/{name}.rb"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(OLDER.replace("NAME", name).replace("BODY", body))


def run(module: Path, name: str, body: str) -> list[ExampleResult]:
    file = module / "spec/functions/some_spec.rb"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"describe '{name}' do\n{body}\nend\n")
    result = run_file(Job(str(file), str(module), []))
    assert result.errors == []
    return result.examples


def statuses(module: Path, name: str, body: str) -> list[str]:
    return [each.status for each in run(module, name, body)]


def test_symbols_stay_symbols(module: Path) -> None:
    add_older(module, "same", "args[0]")
    text = """
      it { is_expected.to run.with_params(:duck).and_return(:duck) }
      it { is_expected.to run.with_params(:duck).and_return('duck') }
      it { is_expected.to run.with_params([:duck, { b: 1 }]).and_return([:duck, { b: 1 }]) }
      it { is_expected.to run.with_params(:undef).and_return('') }
    """
    assert statuses(module, "same", text) == ["passed", "failed", "passed", "passed"]


def test_a_symbol_for_a_function_that_is_not_in_ruby(module: Path) -> None:
    text = "it { is_expected.to run.with_params(:duck).and_return('DUCK') }"
    assert statuses(module, "upcase", text) == ["not run"]


def test_classes_of_the_spec_as_arguments(module: Path) -> None:
    add_older(module, "loud", "args[0].upcase")
    text = """
      class Quack < String; end
      class Other < String; def upcase; 'x'; end; end
      it { is_expected.to run.with_params(Quack.new('a')).and_return('A') }
      it { is_expected.to run.with_params(Other.new('a')).and_return('A') }
      it { is_expected.to run.with_params(Object.new).and_return('A') }
    """
    assert statuses(module, "loud", text) == ["passed", "not run", "not run"]


def test_resources_as_arguments_and_results(module: Path) -> None:
    add_older(module, "title_of", "args[0].title")
    add_newer(module, "found", "def found(text)\n closure_scope.findresource(text)\nend")
    text = """
      it { is_expected.to run.with_params(Puppet::Resource.new('User[dan]')).and_return('dan') }
    """
    assert statuses(module, "title_of", text) == ["passed"]
    text = """
      let(:pre_condition) { 'user { "dan": }' }
      dan = Puppet::Resource.new(:user, 'dan')
      other = Puppet::Resource.new(:user, 'x')
      it { is_expected.to run.with_params('User[dan]').and_return(dan) }
      it { is_expected.to run.with_params('User[dan]').and_return(other) }
    """
    assert statuses(module, "ducks::found", text) == ["passed", "failed"]


def test_a_lambda_goes_to_a_function_in_ruby_as_it_is(module: Path) -> None:
    body = (
        "dispatch :pairs do\n param 'Hash', :h\n block_param 'Callable[2,2]', :b\nend\n"
        "def pairs(h)\n h.map { |k, v| yield(k, v) }\nend"
    )
    add_newer(module, "pairs", body)
    text = """
      it 'calls it' do
        called = run.with_params({ 'a' => 1 }).with_lambda { |k, v| [k.to_sym, v] }
        is_expected.to called.and_return([[:a, 1]])
      end
    """
    assert statuses(module, "ducks::pairs", text) == ["passed"]


def test_functions_have_a_machine(module: Path) -> None:
    body = "f = Tempfile.new('x')\nf.write(args[0])\nf.close\nFile.read(f.path)"
    add_older(module, "through_a_file", body)
    text = "it { is_expected.to run.with_params('duck').and_return('duck') }"
    assert statuses(module, "through_a_file", text) == ["passed"]


def test_commands_of_functions(module: Path) -> None:
    add_older(module, "shout", "Puppet::Util::Execution.execute(['echo', args[0]]).strip")
    text = """
      it { is_expected.to run.with_params('duck').and_return('duck') }
      it 'stubs' do
        allow(Puppet::Util::Execution).to receive(:execute).with(['echo', 'a']).and_return('b ')
        is_expected.to run.with_params('a').and_return('b')
      end
    """
    assert statuses(module, "shout", text) == ["passed", "passed"]


def test_a_seed_for_everybody(module: Path) -> None:
    add_older(module, "dice", "[rand(1000), rand(1000)]")
    text = """
      before { srand(2) }
      it { is_expected.to run.and_return([168, 527]) }
      it { expect([1, 2, 3, 4, 5].shuffle).to eq([3, 5, 2, 4, 1]) }
    """
    assert statuses(module, "dice", text) == ["passed", "passed"]


def test_stubs_that_code_in_ruby_does_not_reach(module: Path) -> None:
    add_older(module, "quiet", "args[0]")
    add_older(module, "native", "function_upcase(args)")
    never = "expect(File).not_to receive(:read)"
    once = "expect(File).to receive(:read)"
    text = f"""
      it('a') {{ {never}; is_expected.to run.with_params('a').and_return('a') }}
      it('b') {{ {once}; is_expected.to run.with_params('a').and_return('a') }}
    """
    assert statuses(module, "quiet", text) == ["passed", "failed"]
    assert set(statuses(module, "native", text)) == {"not run"}


def test_stubs_of_the_scope(module: Path) -> None:
    add_older(module, "seen", "[lookupvar('duck'), self['pond'], function_nest(['x'])]")
    add_older(module, "nest", "'real'")
    text = """
      it 'sees them' do
        allow(scope).to receive(:lookupvar).with('duck').and_return('quack')
        allow(scope).to receive(:lookupvar).with('pond', {}).and_return('deep')
        allow(scope).to receive(:function_nest).with(['x']).and_return('stubbed')
        is_expected.to run.and_return(['quack', 'deep', 'stubbed'])
      end
      it { is_expected.to run.and_return([nil, nil, 'real']) }
    """
    assert statuses(module, "seen", text) == ["passed", "passed"]


def test_variables_that_a_stub_gives_are_there_for_other_functions(module: Path) -> None:
    text = """
      before do
        facts = { 'networking' => { 'fqdn' => host } }
        allow(scope).to receive(:lookupvar).with('facts', {}).and_return(facts)
      end
      context 'one' do
        let(:host) { 'a.example' }
        it { is_expected.to run.with_params(1000).and_return(191) }
      end
      context 'other' do
        let(:host) { 'b.example' }
        it { is_expected.to run.with_params(1000).and_return(187) }
      end
    """
    assert statuses(module, "fqdn_rand", text) == ["passed", "passed"]


def test_the_object_behind_a_function(module: Path) -> None:
    add_newer(module, "asks", "def asks(text)\n call_function('upcase', text)\nend")
    text = """
      it 'stubs one of its methods' do
        expect(subject.func).to receive(:call_function).with('upcase', 'a').and_return('b').once
        is_expected.to run.with_params('a').and_return('b')
      end
      it 'has a scope' do
        allow(subject.func.closure_scope).to receive(:[]).with('x').and_return(1)
        expect(subject.func.closure_scope['x']).to eq(1)
      end
    """
    assert statuses(module, "ducks::asks", text) == ["passed", "passed"]


def test_functions_that_a_spec_defines(module: Path) -> None:
    manifest = module / "manifests/init.pp"
    manifest.parent.mkdir()
    manifest.write_text("class ducks { notify { from_spec('x'): } }\n")
    file = module / "spec/classes/ducks_spec.rb"
    file.parent.mkdir()
    file.write_text(
        "describe 'ducks' do\n"
        "  it { is_expected.not_to compile }\n"
        "  context 'with the function' do\n"
        "    before do\n"
        "      functions = Puppet::Parser::Functions\n"
        "      functions.newfunction(:from_spec, type: :rvalue) { |a| a[0] * 2 }\n"
        "    end\n"
        "    it { is_expected.to contain_notify('xx') }\n"
        "  end\n"
        "end\n"
    )
    examples = run_file(Job(str(file), str(module), [])).examples
    assert [each.status for each in examples] == ["passed", "passed"]


def test_settings_of_a_hook_before_all_count_for_one_example(module: Path) -> None:
    add_older(module, "strictness", "Puppet[:strict]")
    text = """
      before(:context) { Puppet.settings[:strict] = :error }
      it { is_expected.to run.and_return(:error) }
      it { is_expected.to run.and_return(:warning) }
    """
    assert statuses(module, "strictness", text) == ["passed", "passed"]


def test_stubs_of_a_module_with_two_names(module: Path) -> None:
    add_older(module, "loaded", "YAML.safe_load(args[0])")
    text = """
      it 'is stubbed' do
        expect(YAML).to receive(:safe_load).with('a').and_return('b')
        is_expected.to run.with_params('a').and_return('b')
      end
      it 'is never called' do
        expect(YAML).not_to receive(:safe_load)
        is_expected.to run.with_params('a').and_return('b')
      end
    """
    assert statuses(module, "loaded", text) == ["passed", "failed"]


def test_blocks_fit_one_of_several_types(module: Path) -> None:
    body = """
      dispatch(:of_hash) do
        param 'Hash', :h
        block_param 'Variant[Callable[1,1], Callable[2,2]]', :b
      end
      dispatch(:of_text) { param 'String', :s; block_param 'Callable[1,1]', :b }
      def of_hash(h, &block) h.sort_by(&block).to_h end
      def of_text(s, &block) block.call(s) end
    """
    add_newer(module, "sorted", body)
    hash_, wanted = "{ 'b' => 1, 'a' => 2 }", "{ 'a' => 2, 'b' => 1 }"
    call = "ducks::sorted({ b => 1, a => 2 })"
    code = f"{call} |$e| {{ $e[0] }}"
    bad = f"{call} |$a, $b, $c| {{ $a }}"
    text = f"""
      let(:run_it) {{ run.with_params({hash_}).and_return({wanted}) }}
      it {{ is_expected.to run_it.with_lambda {{ |e| e[0] }} }}
      it {{ is_expected.to run_it.with_lambda {{ |k, v| k }} }}
      it {{ is_expected.to run.with_params('x').with_lambda {{ |*e| e[0] }}.and_return('x') }}
      context 'in a manifest' do
        let(:pre_condition) {{ '{code}' }}
        it {{ is_expected.to run.with_params('x').with_lambda {{ |e| e }}.and_return('x') }}
      end
      context 'with too many parameters' do
        let(:pre_condition) {{ '{bad}' }}
        it {{ is_expected.to run.with_params('x').with_lambda {{ |e| e }}.and_return('x') }}
      end
    """
    assert statuses(module, "ducks::sorted", text) == [*["passed"] * 4, "failed"]


def test_invalid_json_has_an_error_of_puppet(module: Path) -> None:
    add_older(module, "read_json", "Puppet::Util::Json.load(args[0])")
    body = "Puppet::Util::Json.load(args[0])\nrescue Puppet::Util::Json::ParseError => e\n'bad'"
    add_older(module, "json_or", f"begin\n{body}\nend")
    text = """
      it { is_expected.to run.with_params('[1]').and_return([1]) }
      it { is_expected.to run.with_params('[').and_raise_error(Puppet::Util::Json::ParseError) }
      it { is_expected.to run.with_params('[').and_raise_error(StandardError) }
      it { is_expected.to run.with_params('[').and_raise_error(Puppet::ParseError) }
    """
    assert statuses(module, "read_json", text) == [*["passed"] * 3, "failed"]
    text = "it { is_expected.to run.with_params('[').and_return('bad') }"
    assert statuses(module, "json_or", text) == ["passed"]


def test_an_unknown_resource_type_is_an_argument_error(module: Path) -> None:
    add_older(module, "make", "function_create_resources(['quack', { 'x' => {} }])")
    text = "it { is_expected.to run.and_raise_error(ArgumentError, /Unknown resource type/) }"
    assert statuses(module, "make", text) == ["passed"]


def test_a_function_that_cannot_be_loaded_is_a_mistake_of_the_module(module: Path) -> None:
    add_newer(module, "broken", "dispatch(:x) { block_param 'Callable', 'b' }\ndef x; end")
    (found,) = run(module, "ducks::broken", "it { is_expected.to run.and_return(1) }")
    assert found.status == "failed"
    assert found.message.startswith("ArgumentError: Function Load Error for function 'ducks::brok")


def test_an_object_of_a_type_of_the_language_is_not_run(module: Path) -> None:
    add_newer(module, "title", "  def title(resource)\n    resource.title\n  end")
    body = (
        "it { is_expected.to run"
        ".with_params(Puppet::Pops::Types::PResourceType.new('User', 'duck')).and_return('duck') }"
    )
    (example,) = run(module, "ducks::title", body)
    assert example.status == "not run"
    assert "needs Puppet::Pops::Types::PResourceType.new, which" in example.message

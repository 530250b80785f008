// Runs inside a page that `stickslip view` wrote: uses it as a person would and says what it finds, and the picture in
// the middle of the run.
(function () {
  const problems = [], report = {};
  const $ = id => document.getElementById(id);
  const check = (good, what) => { if (!good) problems.push(what); };
  const wait = ms => new Promise(done => setTimeout(done, ms));
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const drawn = async () => { await frame(); await frame(); };

  // The picture as numbers, small: red, green, blue of 64 x 40 places.
  async function look() {
    const image = new Image();
    image.src = window.stickslip.pixels();
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 40;
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0, 64, 40);
    return pen.getImageData(0, 0, 64, 40).data;
  }
  const difference = (a, b) => a.reduce((sum, value, i) => sum + (Math.abs(value - b[i]) > 8 ? 1 : 0), 0);
  const colours = a => new Set(Array.from({length: a.length / 4}, (_, i) => (a[4 * i] >> 4) + ',' + (a[4 * i + 1] >> 4) + ',' + (a[4 * i + 2] >> 4))).size;
  const press = (key, more) => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true, ...more}));

  async function slide(to) {
    $('time').value = to;
    $('time').dispatchEvent(new Event('input', {bubbles: true}));
    await drawn();
  }

  async function use() {
    for (let i = 0; i < 100 && document.documentElement.dataset.ready !== 'yes'; ++i) await wait(50);
    check(document.documentElement.dataset.ready === 'yes', 'the page does not get ready: ' + $('message').textContent);
    const page = window.stickslip;
    report.frames = page.frames;
    report.expected_motion = moves(page);

    const begin = await look();
    report.colours = colours(begin);
    check(report.colours >= 3, 'there is nothing to be seen: ' + report.colours + ' colours');
    const middle = Math.floor((page.frames - 1) / 2);
    await slide(middle);
    check(page.picture === middle, 'the slider does not move time');
    check($('clock').textContent.includes(page.times[middle].toFixed(3)), 'the clock does not show the time');
    const half = await look();
    report.changed = difference(begin, half);
    if (report.expected_motion > 0.05) check(report.changed > 0, 'things move and the picture does not change');
    report.still = page.pixels();

    const rounds = 10, begun = performance.now();
    for (let i = 0; i < rounds; ++i) { page.seek(i % page.frames); page.draw(); page.finish(); }
    report.ms_per_picture = (performance.now() - begun) / rounds;

    await slide(0);
    $('speed').value = '2';
    $('play').click();
    check(page.playing, 'the button does not start it');
    for (let i = 0; i < 100 && page.picture < 3; ++i) await frame();
    report.played = page.picture;
    check(page.picture > 0, 'time does not pass');
    if (page.playing) $('play').click();
    check(!page.playing, 'the button does not stop it');
    const there = page.picture;
    await wait(100);
    check(page.picture === there, 'time passes while it pauses');

    await slide(0);
    $('next').click();
    await drawn();
    check(page.picture === 1, 'next does not go on');
    $('back').click();
    await drawn();
    check(page.picture === 0, 'back does not go back');
    press('End');
    check(page.picture === page.frames - 1, 'the key End does not go to the end');
    press('Home');
    check(page.picture === 0, 'the key Home does not go to the start');
    press(' ');
    check(page.playing, 'the space key does not play');
    press(' ');

    for (const button of document.querySelectorAll('#layers button')) {
      const was = button.getAttribute('aria-pressed');
      button.click();
      check(button.getAttribute('aria-pressed') !== was, 'the layer ' + button.textContent + ' does not switch');
      await drawn();
      button.click();
    }
    for (let i = 0; i < 10; ++i) press('-');  // until the sky is seen
    await drawn();
    const light = await look();
    $('theme').click();
    await drawn();
    check(difference(light, await look()) > 500, 'dark and light look alike');
    $('theme').click();

    const names = [...$('follow').options].map(o => o.text);
    report.bodies = names.length - 1;
    if (names.length > 1) {
      $('follow').selectedIndex = 1;
      $('follow').dispatchEvent(new Event('change'));
      await slide(middle);
      const area = $('stage').getBoundingClientRect();
      report.tips = [];
      page.data.scene.bodies.forEach((_, b) => {
        const at = page.screen(b);
        if (!at) return;
        for (const dy of [-3, 0, 3]) {
          $('view').dispatchEvent(new PointerEvent('pointermove', {clientX: area.left + at[0], clientY: area.top + at[1] + dy, bubbles: true}));
          if (!$('tip').hidden) report.tips.push($('tip').textContent.split('\n')[0]);
        }
      });
      check(report.tips.length > 0, 'no name on hover');
      report.tips = [...new Set(report.tips)];
    }
    const home = await look();
    $('view').dispatchEvent(new WheelEvent('wheel', {deltaY: -600, bubbles: true, cancelable: true}));
    await drawn();
    check(difference(home, await look()) > 0, 'the wheel does not zoom');

    const plot = document.querySelector('.plot canvas');
    check(plot !== null, 'no plot');
    if (plot) {
      const area = plot.getBoundingClientRect();
      const ink = plot.getContext('2d').getImageData(0, 0, plot.width, plot.height).data;
      check(new Set(ink).size > 20, 'the plot is empty');
      plot.dispatchEvent(new PointerEvent('pointerdown', {clientX: area.left + 0.75 * area.width, clientY: area.top + 20, bubbles: true}));
      check(page.picture > 0.6 * (page.frames - 1), 'a click into the plot does not move time');
    }
    const ticks = $('names').querySelectorAll('input').length;
    check(ticks > 0, 'no variable to choose');
    $('search').value = 'no such variable';
    $('search').dispatchEvent(new Event('input'));
    check($('names').querySelectorAll('input').length === 0, 'the search finds everything');
    check($('summary').textContent.includes('steps'), 'no summary');
    check($('model').textContent.includes('[model]'), 'no model file');
  }

  // How far the farthest body gets until the middle, in extents of the scene, or how much it turns, in rad.
  function moves(page) {
    const poses = page.data.poses, middle = Math.floor((page.frames - 1) / 2);
    let most = 0;
    poses.forEach((_, b) => {
      const pose = page.pose(b, 0), later = page.pose(b, middle);
      most = Math.max(most, Math.hypot(...[0, 1, 2].map(k => pose[k] - later[k])) / page.data.scene.extent);
    });
    return most;
  }

  return use().catch(error => problems.push('the check itself: ' + error.stack)).then(() => {
    const still = (report.still || ',').split(',')[1];
    delete report.still;
    return encodeURIComponent(JSON.stringify({problems, ...report})) + ' ' + still;
  });
})()
